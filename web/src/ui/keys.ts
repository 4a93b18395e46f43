/** The keys of the match screen. Typing, and the element that has the focus, come first. */

import { tick } from "svelte";
import type { UiState } from "./uiState.svelte";
import { readAmounts } from "../choice/narrow";
import { settings } from "./settings.svelte";
import type { MatchClient } from "../client/matchClient.svelte";

/**
 * True if the pointer was used last: the element with the focus was only clicked, so Space and Enter are not meant for
 * it.
 */
let isPointerInUse = false;

/** Record that the pointer was used last, not the keyboard. */
export function onPointer(): void {
  isPointerInUse = true;
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}

function isPressable(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target !== document.body &&
    target.closest("button, a, summary, [role=button], svg [tabindex]") !== null
  );
}

/**
 * Handle a key before the element with the focus does. If that element was only clicked, Space and Enter take the
 * option in the corner instead of pressing it.
 */
export function onKeyFirst(event: KeyboardEvent, client: MatchClient): void {
  if (event.key === "Tab" || event.key.startsWith("Arrow")) isPointerInUse = false;
  if (
    !isPointerInUse ||
    client.curtainSeat !== null ||
    !isPlainKey(event) ||
    !isPress(event) ||
    !isPressable(event.target)
  )
    return;
  if (client.ownDecision?.kind === "roll" || (event.target as Element).closest("dialog") !== null) return;
  (event.target as HTMLElement | SVGElement).blur();
  event.preventDefault();
  event.stopPropagation();
  if (!event.repeat) void client.pressPrimary();
}

export function onKey(event: KeyboardEvent, client: MatchClient, ui: UiState): void {
  if (event.defaultPrevented || !isPlainKey(event) || client.curtainSeat !== null) return;
  if (isPress(event) && isPressable(event.target)) return;
  if (handleKey(event, client, ui)) event.preventDefault();
}

function isPlainKey(event: KeyboardEvent): boolean {
  return !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
}

function isPress(event: KeyboardEvent): boolean {
  return event.key === " " || event.key === "Enter";
}

function handleKey(event: KeyboardEvent, client: MatchClient, ui: UiState): boolean {
  if (/^[0-9]$/.test(event.key) && chooseByDigit(Number(event.key), client)) return true;
  switch (event.key) {
    case " ":
    case "Enter":
      if (!event.repeat) void client.pressPrimary();
      return true;
    case "Escape":
      if (ui.showPresent()) return true;
      if (ui.isCouncilOpen || ui.pointedEvents !== null) {
        [ui.isCouncilOpen, ui.pointedEvents] = [false, null];
        return true;
      }
      client.clear();
      ui.isAskingWhy = false;
      return true;
    case "u":
      if (client.snapshot?.undo.decision !== "no") void client.undo("decision");
      return true;
    case "U":
      if ((client.snapshot?.undo.order ?? 0) > 0) void client.undo("order");
      return true;
    case "?":
      if (client.selectedThing !== null && !client.litThings.has(client.selectedThing))
        client.askWhyNot({ thing: client.selectedThing });
      else ui.isAskingWhy = true;
      ui.tab = "order";
      return true;
    case "/":
      ui.openRules();
      return true;
    case "c":
      ui.toggleDialog("charts");
      return true;
    case "a":
      ui.toggleDialog("aims");
      return true;
    case "k":
      ui.toggleDialog("keys");
      return true;
    case "l":
      settings.lang = settings.lang === "en" ? "ja" : "en";
      return true;
    case "h":
      ui.isCouncilOpen = !ui.isCouncilOpen;
      if (ui.isCouncilOpen) void tick().then(() => focusFirst("[data-council]"));
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

function chooseByDigit(number: number, client: MatchClient): boolean {
  if (client.ownDecision === null || client.ownDecision.kind === "roll") return false;
  const amounts = client.ownDecision.kind === "amount" ? readAmounts(client.narrowedOptions) : null;
  if (amounts !== null) {
    if (amounts.numbers.includes(number)) client.chosenAmount = number;
    return amounts.numbers.includes(number) || number > 0;
  }
  const row = client.optionRows[number - 1];
  if (row?.kind === "answer") void client.chooseOption(row.option);
  else if (row?.kind === "group") void client.clickThing(row.thing);
  return row !== undefined;
}

/** Press one of the map's own zoom buttons without moving the focus. */
function pressZoomButton(how: "in" | "out" | "whole"): boolean {
  const button = document.querySelector<HTMLElement>(`.map [data-zoom="${how}"]`);
  button?.click();
  return button !== null;
}

function focusFirst(selector: string): boolean {
  const element = document.querySelector<HTMLElement | SVGElement>(selector);
  isPointerInUse = false;
  element?.focus();
  return element !== null;
}
