/** The table's keys. What is being typed, and what already has the focus, come first. */

import { tick } from "svelte";
import type { UiState } from "./uiState.svelte";
import { readAmounts } from "../choice/narrow";
import { settings } from "./settings.svelte";
import type { MatchClient } from "../client/matchClient.svelte";

/** The pointer was used last: whatever has the focus was only clicked, and Space and Enter are not meant for it. */
let isPointerInUse = false;

/** Notes whether somebody points or goes from thing to thing with the keyboard. */
export function onPointer(): void {
  isPointerInUse = true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

function isPressable(target: EventTarget | null): boolean {
  return target instanceof Element && target !== document.body && target.closest("button, a, summary, [role=button], svg [tabindex]") !== null;
}

/** Before what has the focus gets a key: a thing that was only clicked does not keep the corner's keys to itself. */
export function onKeyFirst(event: KeyboardEvent, table: MatchClient): void {
  if (event.key === "Tab" || event.key.startsWith("Arrow")) isPointerInUse = false;
  if (!isPointerInUse || table.curtain !== null || !isPlainKey(event) || !isPress(event) || !isPressable(event.target)) return;
  if (table.mine?.kind === "roll" || (event.target as Element).closest("dialog") !== null) return;
  (event.target as HTMLElement | SVGElement).blur();
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) void table.press();
}

export function onKey(event: KeyboardEvent, table: MatchClient, desk: UiState): void {
  if (event.defaultPrevented || !isPlainKey(event) || table.curtain !== null) return;
  if (isPress(event) && isPressable(event.target)) return;
  if (handleKey(event, table, desk)) event.preventDefault();
}

function isPlainKey(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
}

function isPress(event: KeyboardEvent): boolean {
  return event.key === " " || event.key === "Enter";
}

function handleKey(event: KeyboardEvent, table: MatchClient, desk: UiState): boolean {
  if (/^[0-9]$/.test(event.key) && chooseByDigit(Number(event.key), table)) return true;
  switch (event.key) {
    case " ":
    case "Enter":
      if (!event.repeat) void table.press();
      return true;
    case "Escape":
      if (desk.skip()) return true;
      if (desk.council || desk.pointed !== null) {
        [desk.council, desk.pointed] = [false, null];
        return true;
      }
      table.clear();
      desk.asking = false;
      return true;
    case "u":
      if (table.snapshot?.undo.decision !== "no") void table.undo("decision");
      return true;
    case "U":
      if ((table.snapshot?.undo.order ?? 0) > 0) void table.undo("order");
      return true;
    case "?":
      if (table.selected !== null && !table.lit.has(table.selected)) table.ask({ thing: table.selected });
      else desk.asking = true;
      desk.tab = "order";
      return true;
    case "/":
      desk.openRules();
      return true;
    case "c":
      desk.toggle("charts");
      return true;
    case "a":
      desk.toggle("aims");
      return true;
    case "k":
      desk.toggle("keys");
      return true;
    case "l":
      settings.lang = settings.lang === "en" ? "ja" : "en";
      return true;
    case "h":
      desk.council = !desk.council;
      if (desk.council) void tick().then(() => focusFirst("[data-council]"));
      return true;
    case "+":
    case "=":
      return pressZoomButton("in");
    case "-":
      return pressZoomButton("out");
    case "0":
      return pressZoomButton("whole");
    case "b":
      return focusFirst(".map [tabindex='0']");
    case "o":
      return focusFirst("button.option");
    default:
      return false;
  }
}

function chooseByDigit(number: number, table: MatchClient): boolean {
  if (table.mine === null || table.mine.kind === "roll") return false;
  const found = table.mine.kind === "amount" ? readAmounts(table.left) : null;
  if (found !== null) {
    if (found.numbers.includes(number)) table.amount = number;
    return found.numbers.includes(number) || number > 0;
  }
  const row = table.rows[number - 1];
  if (row?.kind === "answer") void table.choose(row.option);
  else if (row?.kind === "group") void table.touch(row.thing);
  return row !== undefined;
}

/** The map's own buttons, without going there. */
function pressZoomButton(how: "in" | "out" | "whole"): boolean {
  const button = document.querySelector<HTMLElement>(`.map [data-zoom="${how}"]`);
  button?.click();
  return button !== null;
}

function focusFirst(selector: string): boolean {
  const found = document.querySelector<HTMLElement | SVGElement>(selector);
  isPointerInUse = false;
  found?.focus();
  return found !== null;
}
