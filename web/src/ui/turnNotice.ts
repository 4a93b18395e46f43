/** Announces the player's turn in the title, and by a browser notification if allowed. */

import { settings } from "./settings.svelte";

const NAME = "gunki 軍記";

/** Show whether the page waits for the player; call it whenever that may have changed. */
export function announceTurn(turn: boolean, title: string, text: string, before: boolean): void {
  document.title = turn ? `● ${text} · ${title}` : title === "" ? NAME : `${title} · ${NAME}`;
  if (!turn || before || !document.hidden || !settings.notify) return;
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const note = new Notification(title, { body: text, icon: "/icon.svg", tag: "gunki-turn" });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
