/** Match options by kind: optional rules of the rulebook, then rulings on its open questions. */

import { createMatcher } from "./search";
import type { Catalogue, Clause, MatchOption, OptionValue, Ruling } from "./types";

export type OptionKind = "optional" | "ruling";

export interface DescribedMatchOption {
  option: MatchOption;
  kind: OptionKind;
  ruling: Ruling | undefined;
  /** The clauses that the option comes from, with their texts. */
  clauses: Clause[];
}

/** Return a cited clause without its book: `23-6` of `gunyuden:23-6`. */
const number = (cited: string): string => cited.slice(cited.indexOf(":") + 1);

export function describeMatchOption(
  option: MatchOption,
  catalogue: Pick<Catalogue, "clauses" | "rulings"> | null,
): DescribedMatchOption {
  const cited = number(option.cites);
  const ruling = catalogue?.rulings.find((one) => one.id === cited);
  const wanted = ruling === undefined ? [cited] : ruling.clauses.map(number);
  const clauses = catalogue?.clauses.filter((one) => wanted.includes(one.id)) ?? [];
  return { option, kind: ruling === undefined ? "optional" : "ruling", ruling, clauses };
}

/** Return the options that contain the typed words, by kind; kinds without any are left out. */
export function groupMatchOptions(
  options: readonly MatchOption[],
  catalogue: Pick<Catalogue, "clauses" | "rulings"> | null,
  query: string,
): [OptionKind, DescribedMatchOption[]][] {
  const matches = createMatcher(query);
  const all = options
    .map((option) => describeMatchOption(option, catalogue))
    .filter(({ option, ruling, clauses }) =>
      matches([
        option.cites,
        option.text.en,
        option.text.ja,
        option.help?.en ?? "",
        option.help?.ja ?? "",
        ...clauses.flatMap(({ text }) => [text.en, text.ja]),
        ruling?.question.en ?? "",
        ruling?.question.ja ?? "",
      ]),
    );
  return (["optional", "ruling"] as const)
    .map((kind): [OptionKind, DescribedMatchOption[]] => [kind, all.filter((one) => one.kind === kind)])
    .filter(([, list]) => list.length > 0);
}

/** Return the options whose chosen value is not the default, with that value. */
export function changedMatchOptions(
  options: readonly MatchOption[],
  values: Readonly<Record<string, OptionValue>>,
): { option: MatchOption; value: OptionValue }[] {
  return options.flatMap((option) => {
    const value = values[option.name];
    return value === undefined || value === option.default ? [] : [{ option, value }];
  });
}
