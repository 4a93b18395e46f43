/** The part of the map that the weather of a scene covers. */
import type { Board, Scene } from "../../model/types";

export interface WeatherCover {
  readonly weather: string;
  readonly places: ReadonlySet<string>;
  readonly rivers: boolean;
}

/** Return what the weather covers; null if it changes nothing on the map. */
export function weatherCoverOf(board: Board, { weather }: Scene): WeatherCover | null {
  const cover = weather === undefined ? undefined : board.weathers?.[weather];
  return weather === undefined || cover === undefined
    ? null
    : { weather, places: new Set(cover.places), rivers: cover.rivers === true };
}
