/**
 * Everything that is drawn. All of it knows only Board, Scene, Overlay and the game's texts.
 *
 * Names are shown in both scripts, so components take the texts of the page's language (`texts`) and of the other one (`other`).
 * `mapUrl` is where the files of a drawing are: "/api/catalogue/GAME/map/". Load "board/board.css" once with the page.
 */
export { default as Board } from "./Board.svelte";
export { default as CardView } from "./CardView.svelte";
export { default as CounterView } from "./CounterView.svelte";
export { default as DiceView } from "./DiceView.svelte";
export { default as HandView } from "./HandView.svelte";
export { default as PieceBoxView } from "./PieceBoxView.svelte";
export { default as TrackView } from "./TrackView.svelte";
export { shareAllegiance } from "./banners";
export { NO_INSETS, type Insets } from "./geometry";
export type { BoardProps, Choosing, How, Tongues } from "./props";
export type { Shown } from "./spotlight";
