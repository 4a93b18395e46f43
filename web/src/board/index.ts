/**
 * The components that draw a game: board, counters, cards, tracks and dice. They know only Board, Scene, Overlay and
 * the game's texts. Names are shown in both scripts, so components take the texts of the page's language (`texts`) and
 * of the other one (`other`). `mapUrl` is the address of the files of the map's drawing: "/api/catalogue/GAME/map/".
 * Load "board/board.css" once with the page.
 */
export { default as Board } from "./Board.svelte";
export { default as CardView } from "./offMap/CardView.svelte";
export { default as CounterView } from "./pieces/CounterView.svelte";
export { default as DiceView } from "./offMap/DiceView.svelte";
export { default as HandView } from "./offMap/HandView.svelte";
export { default as PieceBoxView } from "./offMap/PieceBoxView.svelte";
export { default as TrackView } from "./offMap/TrackView.svelte";
export { shareAllegiance } from "./livery/banners";
export { NO_INSETS, type Insets } from "./geometry/geometry";
export type { BoardProps, ChoosingProps, PointerAction, BilingualTexts } from "./boardProps";
export type { SpotlightTarget } from "./overlays/spotlight";
