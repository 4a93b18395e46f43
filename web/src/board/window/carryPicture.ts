/** Moves a sheet of the map as a picture. */
import type { Action } from "svelte/action";

const still = (where: string): Keyframe[] => [{ transform: where }, { transform: where }];

/**
 * The sheet stands in an animation that is held and told where to be. Chromium hands on what is animated as it is; after any other
 * change of a transform it sorts all things of the page into layers anew, which with two hundred counters takes longer than a frame.
 */
export const carryPicture: Action<SVGSVGElement, string> = (sheet, where) => {
  const motion = new Animation(new KeyframeEffect(sheet, still(where), { duration: 1000, fill: "both" }));
  motion.pause();
  return {
    update: (now) => (motion.effect as KeyframeEffect).setKeyframes(still(now)),
    destroy: () => motion.cancel(),
  };
};
