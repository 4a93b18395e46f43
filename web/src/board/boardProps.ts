import type { Board, Overlay, Scene, Step, Thing } from "../model/types";
import type { Texts } from "../model/texts";
import type { Insets } from "./geometry/geometry";
import type { SpotlightTarget } from "./overlays/spotlight";

export type PointerAction = "click" | "hover" | "key" | "focus";

/** Texts of the page's language and of the other one: names are shown in both scripts. */
export interface BilingualTexts {
  texts: Texts;
  other: Texts;
}

/** How things that may be chosen look and respond; the same for board, cards, tracks and lists. */
export interface ChoosingProps {
  lit: ReadonlyMap<Thing, number>;
  picked: ReadonlySet<Thing>;
  selected: Thing | null;
  /** The place that the question is about, if it names one. */
  within?: Thing | null;
  onthing: (thing: Thing, how: PointerAction) => void;
}

export interface BoardProps extends BilingualTexts, ChoosingProps {
  board: Board;
  scene: Scene;
  /** The thing that the question is about. The map shows it if no option is on the map. */
  subject?: Thing | null;
  /** The deciding seat. The map starts at this seat's pieces if nothing else is to be shown. */
  seat?: string | null;
  /** The address of the files of the map's drawing: "/api/catalogue/GAME/map/". */
  mapUrl: string;
  overlay: Overlay | null;
  /** New steps, whose moves are shown once. */
  steps: readonly Step[];
  /** What to show: the map goes there and marks it. */
  spotlight?: SpotlightTarget | null;
  /** True if the map must not move by itself, because animations are off. */
  calm: boolean;
  /** How far panels cover the edges of the board. The board shows what matters only where no panel covers it. */
  insets?: Insets;
  /**
   * `fight`: the place of the open battle scene. `onfight` is called with the rectangle of this place, and with the
   * size of the part of the window that nothing covers.
   */
  fight?: Thing | null;
  onfight?: (
    spot: { left: number; top: number; width: number; height: number } | null,
    window: { width: number; height: number },
  ) => void;
}
