/**
 * Lets the keyboard focus a box that must be scrolled to be read, even if nothing in it can be focused. The Tab key
 * passes over a box that fits.
 */
import type { Action } from "svelte/action";

export const focusWhenScrolled: Action<HTMLElement> = (box) => {
  const look = (): void => {
    if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const watcher = new ResizeObserver(look);
  watcher.observe(box);
  for (const child of box.children) watcher.observe(child);
  return { destroy: () => watcher.disconnect() };
};
