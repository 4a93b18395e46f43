/** The preferences of this browser, stored in it. */

import { counterScript } from "./counterScript.svelte";
import type { Lang } from "../model/types";

export type Theme = "system" | "light" | "dark";
export type Pace = "slow" | "fast" | "once";
/** Which rolls open the battle scene by themselves. */
export type BattleOpening = "always" | "mine" | "never";
type SystemOrChosen = "system" | "on" | "off";

interface StoredSettings {
  lang: Lang;
  theme: Theme;
  calm: SystemOrChosen;
  /** True if counters have kanji in every language. */
  kanji: boolean;
  notify: boolean;
  battles: BattleOpening;
  name: string;
  lessons: string[];
  /** Lessons that were followed to their end, as `game.lesson`. */
  learnt: string[];
  /** How fast the map shows what others do. */
  pace: Pace;
  /**
   * Panel -> whether it is folded, for the panels that the player has folded or opened. All others have their default
   * state.
   */
  folded: Record<string, boolean>;
}

const KEY = "gunki.settings";
/** Panels that are folded by default, so that the map has more room. */
const FOLDED_AT_FIRST: readonly string[] = ["right", "beside"];

function preferredLanguage(): Lang {
  return navigator.languages
    .find((tag) => /^(en|ja)/i.test(tag))
    ?.toLowerCase()
    .startsWith("ja")
    ? "ja"
    : "en";
}

function readStored(): StoredSettings {
  const start: StoredSettings = {
    lang: preferredLanguage(),
    theme: "system",
    calm: "system",
    kanji: false,
    notify: false,
    battles: "always",
    name: "",
    lessons: [],
    learnt: [],
    pace: "fast",
    folded: {},
  };
  try {
    return { ...start, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<StoredSettings>) };
  } catch {
    return start;
  }
}

class Settings {
  private stored = $state<StoredSettings>(readStored());
  private isSystemDark = $state(matchMedia("(prefers-color-scheme: dark)").matches);
  private isMotionReduced = $state(matchMedia("(prefers-reduced-motion: reduce)").matches);

  constructor() {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (event) => {
      this.isSystemDark = event.matches;
      this.applyToPage();
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", (event) => {
      this.isMotionReduced = event.matches;
      this.applyToPage();
    });
    this.applyToPage();
  }

  get lang(): Lang {
    return this.stored.lang;
  }
  set lang(value: Lang) {
    this.change({ lang: value });
  }

  get theme(): Theme {
    return this.stored.theme;
  }
  set theme(value: Theme) {
    this.change({ theme: value });
  }
  get isDark(): boolean {
    return this.stored.theme === "system" ? this.isSystemDark : this.stored.theme === "dark";
  }

  /** Whether animations are off: as the system says, or as chosen here. */
  get calm(): boolean {
    return this.stored.calm === "system" ? this.isMotionReduced : this.stored.calm === "on";
  }
  set calm(value: boolean) {
    this.change({ calm: value ? "on" : "off" });
  }

  /** Without animations everything is shown at once. */
  get pace(): Pace {
    return this.calm ? "once" : this.stored.pace;
  }
  set pace(value: Pace) {
    this.change({ pace: value });
  }

  get kanji(): boolean {
    return this.stored.kanji;
  }
  set kanji(value: boolean) {
    this.change({ kanji: value });
  }

  get notify(): boolean {
    return this.stored.notify;
  }
  set notify(value: boolean) {
    this.change({ notify: value });
  }

  get battles(): BattleOpening {
    return this.stored.battles;
  }
  set battles(value: BattleOpening) {
    this.change({ battles: value });
  }

  get name(): string {
    return this.stored.name;
  }
  set name(value: string) {
    this.change({ name: value.slice(0, 40) });
  }

  isFolded(panel: string): boolean {
    return this.stored.folded[panel] ?? FOLDED_AT_FIRST.includes(panel);
  }
  setFolded(panel: string, folded: boolean): void {
    this.change({ folded: { ...this.stored.folded, [panel]: folded } });
  }

  hasSeenLesson(game: string): boolean {
    return this.stored.lessons.includes(game);
  }
  markLessonSeen(game: string): void {
    if (!this.hasSeenLesson(game)) this.change({ lessons: [...this.stored.lessons, game] });
  }

  hasLearnt(game: string, lesson: string): boolean {
    return this.stored.learnt.includes(`${game}.${lesson}`);
  }
  markLessonLearnt(game: string, lesson: string): void {
    if (!this.hasLearnt(game, lesson)) this.change({ learnt: [...this.stored.learnt, `${game}.${lesson}`] });
  }

  private change(part: Partial<StoredSettings>): void {
    this.stored = { ...this.stored, ...part };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.stored));
    } catch {
      // The page works even in a browser that stores nothing.
    }
    this.applyToPage();
  }

  private applyToPage(): void {
    counterScript.kanji = this.kanji;
    const root = document.documentElement;
    root.lang = this.lang;
    root.dataset["theme"] = this.isDark ? "dark" : "light";
    root.dataset["calm"] = String(this.calm);
  }
}

export const settings = new Settings();
