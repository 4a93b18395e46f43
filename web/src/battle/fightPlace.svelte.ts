/** Where the place of the open fight lies on the map: the board tells it, the battle scene keeps out of its way. */

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
