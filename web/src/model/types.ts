/** What the server sends and takes (docs/server.md). The same for every game. */

export type * from "./types/aims";
export type * from "./types/catalogue";
export type * from "./types/lesson";
export type * from "./types/matches";
export type * from "./types/play";
export type * from "./types/scene";
export type * from "./types/story";
export type * from "./types/basics";
