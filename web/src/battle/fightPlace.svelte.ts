/**
 * Where the place of the open fight lies in the map's window. The board sets it, so that the battle scene does not
 * cover the place.
 */

import type { Thing } from "../model/types";
import type { Rect, Window } from "./scenePlacing";

export class FightPlace {
  place = $state<Thing | null>(null);
  spot = $state.raw<Rect | null>(null);
  window = $state.raw<Window>({ width: 0, height: 0 });

  readonly onplace = (place: Thing | null): void => {
    this.place = place;
  };
  readonly onfight = (spot: Rect | null, window: Window): void => {
    [this.spot, this.window] = [spot, window];
  };
}
