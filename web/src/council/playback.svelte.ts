/**
 * Shows what others do one after another, at the chosen pace. Only the map lags behind; the rest of the screen shows
 * the present.
 */

import type { Pace } from "../ui/settings.svelte";
import type { Scene, Step } from "../model/types";

/** The milliseconds for each frame that shows something. */
const FRAME_TIMES: Readonly<Record<Pace, number>> = { slow: 2200, fast: 800, once: 0 };

interface Frame {
  scene: Scene;
  steps: readonly Step[];
}

export class Playback {
  /** What the map shows while it lags behind; null if it shows the present. */
  private laggingFrame = $state.raw<Frame | null>(null);
  private queuedFrames: Frame[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private presentFrame: Frame | null = null;
  private lastSteps = $state.raw<readonly Step[]>([]);

  /** `isWorthShowing`: whether the map shows anything of these steps. */
  constructor(
    private readonly pace: () => Pace,
    private readonly isWorthShowing: (steps: readonly Step[]) => boolean,
  ) {}

  get isLagging(): boolean {
    return this.laggingFrame !== null;
  }

  scene(present: Scene): Scene {
    return this.laggingFrame?.scene ?? present;
  }

  /** The steps whose moves the map shows now. */
  get steps(): readonly Step[] {
    return this.laggingFrame?.steps ?? this.lastSteps;
  }

  /** Add the present scene with the steps that led to it. If there are no steps, the view was only fetched anew. */
  addFrame(scene: Scene, steps: readonly Step[]): void {
    const before = this.presentFrame;
    this.presentFrame = { scene, steps };
    if (before !== null && before.scene === scene && before.steps === steps) return;
    const own = steps.some((step) => step.act !== undefined);
    const news = before !== null && steps !== before.steps && steps.length > 0;
    if (!news || own || this.pace() === "once") {
      this.showPresent();
      return;
    }
    this.queuedFrames.push({ scene, steps });
    if (this.laggingFrame === null) this.showNext();
  }

  /** Show the present at once. */
  showPresent(): void {
    clearTimeout(this.timer);
    this.queuedFrames = [];
    this.laggingFrame = null;
    if (this.presentFrame !== null) this.lastSteps = this.presentFrame.steps;
  }

  private showNext(): void {
    const frame = this.queuedFrames.shift();
    if (frame === undefined) {
      this.showPresent();
      return;
    }
    // A frame without anything to see takes no time.
    if (!this.isWorthShowing(frame.steps) && this.queuedFrames.length > 0) {
      this.showNext();
      return;
    }
    this.laggingFrame = frame;
    this.timer = setTimeout(() => this.showNext(), this.isWorthShowing(frame.steps) ? FRAME_TIMES[this.pace()] : 0);
  }
}
