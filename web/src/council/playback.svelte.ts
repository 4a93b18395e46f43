/** What others do, shown one after another at a pace one sets. The table itself is always at the present; only the map lags behind. */

import type { Pace } from "../ui/settings.svelte";
import type { Scene, Step } from "../model/types";

/** Milliseconds for each thing that is worth a look. */
const FRAME_TIMES: Readonly<Record<Pace, number>> = { slow: 2200, fast: 800, once: 0 };

interface Frame {
  scene: Scene;
  steps: readonly Step[];
}

export class Playback {
  /** What the map shows while it lags behind; null: the present. */
  private late = $state.raw<Frame | null>(null);
  private waiting: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private now: Frame | null = null;
  private lastSteps = $state.raw<readonly Step[]>([]);

  /** `worth`: does the map show anything of these steps? */
  constructor(
    private readonly pace: () => Pace,
    private readonly worth: (steps: readonly Step[]) => boolean,
  ) {}

  get lagging(): boolean {
    return this.late !== null;
  }

  scene(present: Scene): Scene {
    return this.late?.scene ?? present;
  }

  /** The steps whose moves the map shows now. */
  get steps(): readonly Step[] {
    return this.late?.steps ?? this.lastSteps;
  }

  /** The present has come to a scene by these steps; without steps it was only looked at anew. */
  take(scene: Scene, steps: readonly Step[]): void {
    const before = this.now;
    this.now = { scene, steps };
    if (before !== null && before.scene === scene && before.steps === steps) return;
    const own = steps.some((step) => step.act !== undefined);
    const news = before !== null && steps !== before.steps && steps.length > 0;
    if (!news || own || this.pace() === "once") {
      this.skip();
      return;
    }
    this.waiting.push({ scene, steps });
    if (this.late === null) this.next();
  }

  /** The present is shown now. */
  skip(): void {
    clearTimeout(this.timer);
    this.waiting = [];
    this.late = null;
    if (this.now !== null) this.lastSteps = this.now.steps;
  }

  private next(): void {
    const frame = this.waiting.shift();
    if (frame === undefined) {
      this.skip();
      return;
    }
    // What nobody can see takes no time.
    if (!this.worth(frame.steps) && this.waiting.length > 0) {
      this.next();
      return;
    }
    this.late = frame;
    this.timer = setTimeout(() => this.next(), this.worth(frame.steps) ? FRAME_TIMES[this.pace()] : 0);
  }
}
