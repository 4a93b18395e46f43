/** Moves a sheet of the map as a picture. */
import type { Action } from "svelte/action";

const still = (where: string): Keyframe[] => [{ transform: where }, { transform: where }];

/**
 * Hold the sheet in a paused animation and set its position there. Chromium moves an animated layer as it is. After any
 * other change of a transform, Chromium sorts all elements of the page into layers again. With two hundred counters
 * this takes longer than a frame.
 */
export const carryPicture: Action<SVGSVGElement, string> = (sheet, where) => {
  const motion = new Animation(new KeyframeEffect(sheet, still(where), { duration: 1000, fill: "both" }));
  motion.pause();
  return {
    update: (now) => (motion.effect as KeyframeEffect).setKeyframes(still(now)),
    destroy: () => motion.cancel(),
  };
};
