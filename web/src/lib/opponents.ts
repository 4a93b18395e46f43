/** Who sits on the other side of the table. */

import type { Texts } from "./texts";
import type { MatchInfo } from "./types";
import { t } from "./words.svelte";

/** `Takeda (bot “greedy”)`, `Hōjō (Kaoru)`; nobody where one holds no seat, or all of them. */
export function opponents(info: MatchInfo, held: readonly string[], texts: Texts): string {
  const others = info.seats.filter((seat) => !held.includes(seat.seat));
  if (others.length === info.seats.length) return "";
  return texts.listed(
    others.map((seat) => {
      const name = seat.kind === "bot" ? t("bot_named", { name: seat.bot ?? "" }) : (seat.name ?? t("guest"));
      return t("side_of", { side: texts.side(seat.plays ?? seat.seat), name });
    }),
  );
}
