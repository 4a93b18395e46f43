/** Places and pieces in words: for tooltips and screen readers. */
import type { Lang, Mark, Piece, Place, PlaceScene, Value } from "../model/types";
import { bannerOf, type Allegiance } from "./livery/banners";
import type { BilingualNames } from "./bilingualNames";
import { boardWord } from "./boardWords";

const joinParts = (lang: Lang, parts: readonly string[]): string => parts.join(lang === "ja" ? "、" : ", ");

export function sayValue(names: BilingualNames, value: Value | Mark): string {
  const sign = names.glyph(value.glyph);
  const what =
    "name" in value && value.name
      ? `${sign}${names.texts.lang === "ja" ? "：" : ": "}${names.of(value.name).main}`
      : sign;
  return value.value === undefined ? what : `${what} ${value.value}`;
}

export function sayPiece(names: BilingualNames, piece: Piece): string {
  const lang = names.texts.lang;
  const name = names.of(piece.name).main;
  const head = piece.count > 1 || piece.kind === "army" ? boardWord(lang, "times", name, piece.count) : name;
  const more = [...piece.values, ...piece.marks].map((value) => sayValue(names, value));
  // If the game has a word for the kind of piece, such as a rank, that word is said too.
  if (names.texts.has("glyph", piece.kind)) more.unshift(names.glyph(piece.kind));
  if (piece.state !== "ready") more.unshift(sayState(names, piece.state));
  const open = lang === "ja" ? "（" : " (";
  return more.length > 0 ? `${head}${open}${joinParts(lang, more)}${lang === "ja" ? "）" : ")"}` : head;
}

/** Return words for who commands the pieces of a clan; "" if that is unknown. */
export function sayCommand(names: BilingualNames, clan: string, allegiance: Allegiance | undefined): string {
  if (!allegiance) return "";
  const banner = bannerOf(allegiance, clan);
  return banner
    ? boardWord(names.texts.lang, "commandedBy", names.side(banner.side).main)
    : boardWord(names.texts.lang, "commandedByNobody");
}

/** Return words for a piece and for the side that commands it. */
export function sayWhole(names: BilingualNames, piece: Piece, allegiance: Allegiance | undefined): string {
  return joinParts(
    names.texts.lang,
    [sayPiece(names, piece), sayCommand(names, piece.clan, allegiance)].filter(Boolean),
  );
}

export function sayState(names: BilingualNames, state: string): string {
  if (names.texts.has("status", state)) return names.texts.name("status", state);
  return state === "spent" || state === "dead" ? boardWord(names.texts.lang, state) : state.replaceAll("_", " ");
}

export function sayOwner(names: BilingualNames, placeScene: PlaceScene | undefined): string {
  const lang = names.texts.lang;
  if (!placeScene?.owner) return boardWord(lang, "nobody");
  const clan = names.clan(placeScene.owner).main;
  const side = placeScene.side && placeScene.side !== placeScene.owner ? names.side(placeScene.side).main : "";
  const open = lang === "ja" ? "（" : " (";
  return boardWord(lang, "heldBy", clan) + (side && side !== clan ? `${open}${side}${lang === "ja" ? "）" : ")"}` : "");
}

export function sayPlace(
  names: BilingualNames,
  place: Place,
  placeScene: PlaceScene | undefined,
  allegiance: Allegiance | undefined,
): string {
  const lang = names.texts.lang;
  const forces = (placeScene?.stacks ?? []).map((stack) => {
    const pieces = joinParts(
      lang,
      stack.pieces.map((piece) => sayPiece(names, piece)),
    );
    const command = sayCommand(names, stack.clan, allegiance);
    return command ? `${pieces}${lang === "ja" ? "、" : ", "}${command}` : pieces;
  });
  const marks = [...place.marks, ...(placeScene?.marks ?? [])].map((mark) => sayValue(names, mark));
  const facts = [names.of(place.name).main, sayOwner(names, placeScene), ...marks];
  if (place.terrain) facts.splice(1, 0, names.texts.name("terrain", place.terrain));
  const contents = forces.length > 0 ? forces.join(lang === "ja" ? "；" : "; ") : boardWord(lang, "empty");
  return lang === "ja" ? `${facts.join("、")}。${contents}` : `${facts.join(", ")}. ${contents}`;
}
