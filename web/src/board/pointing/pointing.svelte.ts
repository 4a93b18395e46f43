/**
 * The position of pointer, finger and keyboard. Events are handled on the whole board, so counters and places need no
 * handlers of their own.
 */
import { tick } from "svelte";
import { ARROW_KEYS, nextPlace } from "./arrowKeys";
import type { Point } from "../geometry/geometry";
import type { BoardPlan } from "../geometry/boardPlan";
import type { MapWindow } from "../window/mapWindow.svelte";

const FAN_DELAY = 160;
const TOOLTIP_DELAY = 280;

export interface PointedAt {
  readonly place: string;
  /** The key of the counter within its place, if there is one. */
  readonly piece: string | null;
}

interface PointingHandlers {
  /** Called when something is chosen, not when a tap only opens a stack. */
  choose: (under: PointedAt, how: "click" | "key") => void;
  hover: (under: PointedAt) => void;
  /** Called when the keyboard comes to a place. */
  focus: (under: PointedAt) => void;
  /** Tells whether a finger's first tap on this stack must open it, because several of its counters could be meant. */
  mustOpenFirst: (place: string) => boolean;
  /** Returns the point that stays in the middle when the player zooms in. */
  middle: () => Point | undefined;
}

export class Pointing {
  pointedAt = $state.raw<PointedAt | null>(null);
  pointerAt = $state.raw<Point>([0, 0]);
  /** The place whose stack is fanned out. */
  openPlace = $state<string | null>(null);
  /**
   * The counter at which the stack was opened, and the counter's point on the plane. This counter stays there when the
   * others move out from under it.
   */
  grip = $state.raw<{ readonly piece: string; readonly at: Point } | null>(null);
  /** The place at which the keyboard is. */
  cursor = $state("");
  isTooltipShown = $state(false);
  private fanTimer = 0;
  private tellTimer = 0;
  private readonly plan: () => BoardPlan;
  private readonly mapWindow: MapWindow;
  private readonly handlers: PointingHandlers;

  constructor(plan: () => BoardPlan, view: MapWindow, answers: PointingHandlers) {
    this.plan = plan;
    this.mapWindow = view;
    this.handlers = answers;
  }

  attach(surface: HTMLElement): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    surface.addEventListener("pointermove", (event) => this.move(surface, event), { signal });
    surface.addEventListener("pointerleave", () => this.leave(), { signal });
    surface.addEventListener("click", (event) => this.click(surface, event), { signal });
    surface.addEventListener("keydown", (event) => void this.key(surface, event), { signal });
    surface.addEventListener("focusin", (event) => this.focus(event), { signal });
    // A place that is removed while it has the focus fires this event in the middle of drawing, so the handler runs
    // later.
    surface.addEventListener("focusout", () => queueMicrotask(() => this.blur(surface)), { signal });
    return () => {
      stop.abort();
      clearTimeout(this.fanTimer);
      clearTimeout(this.tellTimer);
    };
  }

  private locate(surface: HTMLElement, event: MouseEvent): { under: PointedAt | null; stack: string | null } {
    const box = surface.getBoundingClientRect();
    this.pointerAt = [event.clientX - box.left, event.clientY - box.top];
    const target = event.target instanceof Element ? event.target : null;
    const stack = target?.closest<SVGElement>("[data-stack]")?.dataset["stack"] ?? null;
    const piece = target?.closest<SVGElement>("[data-piece]")?.dataset["piece"] ?? null;
    const place =
      stack ??
      target?.closest<SVGElement>("[data-place]")?.dataset["place"] ??
      this.plan().placeAt(this.mapWindow.toPlane(this.pointerAt));
    return { under: place ? { place, piece } : null, stack };
  }

  private move(surface: HTMLElement, event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    if (event.buttons !== 0) {
      // While the map is dragged, the pointer points at nothing new.
      clearTimeout(this.fanTimer);
      clearTimeout(this.tellTimer);
      this.isTooltipShown = false;
      return;
    }
    const { under, stack } = this.locate(surface, event);
    this.enter(under);
    clearTimeout(this.fanTimer);
    if (stack !== this.openPlace) this.fanTimer = window.setTimeout(() => this.fan(stack), stack ? FAN_DELAY : 240);
  }

  private fan(stack: string | null): void {
    const piece = this.pointedAt?.place === stack ? (this.pointedAt?.piece ?? null) : null;
    this.grip = piece === null ? null : { piece, at: this.mapWindow.toPlane(this.pointerAt) };
    this.openPlace = stack;
  }

  private enter(under: PointedAt | null): void {
    const same = under?.place === this.pointedAt?.place && under?.piece === this.pointedAt?.piece;
    if (same) return;
    this.pointedAt = under;
    this.isTooltipShown = false;
    clearTimeout(this.tellTimer);
    if (!under) return;
    this.tellTimer = window.setTimeout(() => (this.isTooltipShown = true), TOOLTIP_DELAY);
    this.handlers.hover(under);
  }

  private leave(): void {
    this.enter(null);
    clearTimeout(this.fanTimer);
    this.openPlace = null;
  }

  private click(surface: HTMLElement, event: MouseEvent): void {
    const { under, stack } = this.locate(surface, event);
    this.isTooltipShown = false;
    if (!under) {
      this.openPlace = null;
      return;
    }
    this.cursor = under.place;
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    if (finger && stack && this.openPlace !== stack && this.handlers.mustOpenFirst(stack)) {
      this.pointedAt = under;
      this.fan(stack);
      return;
    }
    if (finger && this.openPlace !== stack) this.openPlace = null;
    this.handlers.choose(under, "click");
  }

  private focus(event: FocusEvent): void {
    const target = event.target;
    if (!(target instanceof SVGElement) || !target.matches(":focus-visible")) return;
    const place = target.dataset["place"];
    if (!place) return;
    this.cursor = place;
    this.grip = null;
    this.openPlace = place;
    this.handlers.focus({ place, piece: target.dataset["piece"] ?? null });
    const point = this.plan().centres.get(place);
    if (point) this.mapWindow.bringIntoSight(point);
  }

  /** Set where the keyboard starts, unless it is on the map already. */
  beginAt(surface: HTMLElement, place: string): void {
    if (!surface.contains(document.activeElement)) this.cursor = place;
  }

  private blur(surface: HTMLElement): void {
    if (!surface.contains(document.activeElement)) this.openPlace = null;
  }

  private async key(surface: HTMLElement, event: KeyboardEvent): Promise<void> {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = ARROW_KEYS[event.key];
    const target = event.target instanceof SVGElement ? event.target : null;
    if (direction) {
      const plan = this.plan();
      const next = nextPlace(this.cursor, direction, plan.centres, plan.spots.get(this.cursor)?.place.near ?? []);
      event.preventDefault();
      if (next) await this.goTo(surface, next);
    } else if (event.key === "Enter" && target?.dataset["place"]) {
      event.preventDefault();
      this.handlers.choose({ place: target.dataset["place"], piece: target.dataset["piece"] ?? null }, "key");
    } else if (event.key === "+" || event.key === "=") this.mapWindow.zoomBy(1.4, this.handlers.middle());
    else if (event.key === "-") this.mapWindow.zoomBy(1 / 1.4);
    else if (event.key === "0") this.mapWindow.showAll();
    else if (event.key === "Escape" && this.openPlace) this.openPlace = null;
    else return;
    event.stopPropagation();
  }

  private async goTo(surface: HTMLElement, place: string): Promise<void> {
    // On a hex map the element of the place that the keyboard leaves is removed. The element loses the focus here,
    // before that, because losing the focus changes what is open. This must not happen while the page is drawn.
    surface.querySelector<SVGElement>(":focus")?.blur();
    this.cursor = place;
    await tick();
    surface.querySelector<SVGElement>(`.target[data-place="${CSS.escape(place)}"]`)?.focus({ preventScroll: true });
  }
}
