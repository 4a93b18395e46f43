/**
 * Which part of the plane is on the screen: pan and zoom. A new scene does not change this part. If the size of the
 * window changes, the part is fitted to it.
 */
import { select, type Selection } from "d3-selection";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import { marginBeyondEdge } from "./mapAim";
import { freeOf, NO_INSETS, type Box, type Insets, type Point } from "../geometry/geometry";
import { MIN_NAMED_PIXELS } from "../pieces/stackLayout";

/** The margin around the whole map, in pixels. */
const MARGIN = 10;
/** How long the map takes to move to what may be chosen, in milliseconds. */
const EASING_TIME = 380;
/** How long the map must lie still before everything is drawn sharply again, in milliseconds. */
const SETTLING_TIME = 140;
/** How many frames must also have shown the map still before everything is drawn sharply again. */
const CALM_FRAMES = 2;
/**
 * How far the map is drawn beyond each edge of the window, as a share of the window. So the player can pan, and zoom
 * out to a third, before the map must be drawn anew.
 */
export const DRAWN_BEYOND = 1;
/** By how much the drawn picture may be enlarged, at most, while the map moves. */
const MAX_COARSENESS = 5;
/** A map dragged farther than this, in pixels, was not clicked. */
const DRAG_DISTANCE = 6;

export class MapWindow {
  x = $state(0);
  y = $state(0);
  k = $state(1);
  /** Pixels per unit when the whole map is shown. */
  wholeScale = $state(1);
  width = $state(0);
  height = $state(0);
  /** How far the edges of the window are covered. */
  private insets = $state.raw<Insets>(NO_INSETS);
  /** The part of the window that nothing covers. */
  readonly free = $derived(freeOf(this.width, this.height, this.insets));
  /**
   * The position and scale for which the board was last drawn. Until it is drawn again, it is only moved as a picture,
   * which takes almost no time.
   */
  drawnAt = $state.raw<{ x: number; y: number; k: number }>({ x: 0, y: 0, k: 1 });

  /** True while the map is dragged: the pointer then points at nothing on it. */
  isDragged = $state(false);
  /** True if the player has moved the map since this was last reset. */
  isMovedByPlayer = false;
  /** True if the map stands where `leadTo` brought it, not where the player put it. */
  isLed = true;
  private isHeld = false;
  /** The position of the map when the player took hold of it. */
  private grip: Point | null = null;
  private easeFrame = 0;
  private surface: Selection<HTMLElement, unknown, null, undefined> | null = null;
  private behaviour: ZoomBehavior<HTMLElement, unknown> | null = null;
  private restFrame = 0;
  private box: Box;
  readonly maxScale: number;
  private readonly scaleForCounters: (whole: number, pixels?: number) => number;

  /**
   * `nearest`: the greatest number of pixels per unit of the plane. `clearAt`: returns the least number of pixels per
   * unit at which counters can be read, or at which they have a given size.
   */
  constructor(box: Box, nearest: number, clearAt: (whole: number, pixels?: number) => number = () => 0) {
    this.box = box;
    this.maxScale = nearest;
    this.scaleForCounters = clearAt;
  }

  get readableScale(): number {
    return this.scaleForCounters(this.wholeScale);
  }

  get namedScale(): number {
    return this.scaleForCounters(this.wholeScale, MIN_NAMED_PIXELS);
  }

  /** Change how far the edges of the window are covered. */
  setInsets(insets: Insets): void {
    if (insets === this.insets) return;
    const k = this.k;
    this.fit(
      () => (this.insets = insets),
      () => k,
    );
  }

  attach(element: HTMLElement): () => void {
    const behaviour = zoom<HTMLElement, unknown>()
      .clickDistance(DRAG_DISTANCE)
      .constrain((wanted) => this.constrain(wanted))
      .filter((event: Event) => isZoomGesture(event))
      .on("start", (event: D3ZoomEvent<HTMLElement, unknown>) => event.sourceEvent && this.setHeld(true))
      .on("zoom", (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) this.notePlayerMove(event.sourceEvent as Event);
        this.followZoom(event.transform);
      })
      .on("end", (event: D3ZoomEvent<HTMLElement, unknown>) => event.sourceEvent && this.setHeld(false));
    const surface = select(element);
    this.surface = surface;
    this.behaviour = behaviour;
    const watcher = new ResizeObserver(() => this.fitToElement(element));
    watcher.observe(element);
    surface.call(behaviour);
    this.fitToElement(element);
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(this.restFrame);
      cancelAnimationFrame(this.easeFrame);
      surface.on(".zoom", null);
    };
  }

  /** Record whether the player holds the map. While the player holds it, nothing else moves it. */
  private setHeld(held: boolean): void {
    this.isHeld = held;
    this.grip = held ? [this.x, this.y] : null;
    this.isDragged = false;
    cancelAnimationFrame(this.easeFrame);
  }

  private notePlayerMove(event?: Event): void {
    cancelAnimationFrame(this.easeFrame);
    if (event?.type === "mousemove" && this.grip)
      this.isDragged ||= Math.hypot(this.x - this.grip[0], this.y - this.grip[1]) > DRAG_DISTANCE;
    [this.isMovedByPlayer, this.isLed] = [true, false];
  }

  private followZoom({ x, y, k }: ZoomTransform): void {
    [this.x, this.y, this.k] = [x, y, k];
    cancelAnimationFrame(this.restFrame);
    if (this.spareShare() < 0 || k / this.drawnAt.k > MAX_COARSENESS) this.redraw();
    else this.redrawAtRest(performance.now() + SETTLING_TIME, CALM_FRAMES);
  }

  /**
   * Draw anew when the map has come to rest: after a time, and after some frames have shown it still. Frames are
   * counted too, because they are long on a slow machine.
   */
  private redrawAtRest(from: number, frames: number): void {
    this.restFrame = requestAnimationFrame((now) => {
      if (now < from || frames > 0) this.redrawAtRest(from, frames - 1);
      else if (!this.isSharp()) this.redraw();
    });
  }

  /**
   * Return how far the drawn picture still reaches beyond the window, at the edge where it reaches least far. The
   * result is a share of the window's width or height.
   */
  private spareShare(): number {
    const share = this.k / this.drawnAt.k;
    const left = (size: number, now: number, drawn: number): number => {
      const before = size * DRAWN_BEYOND * share - (now - drawn * share);
      return Math.min(before, size * (1 + 2 * DRAWN_BEYOND) * share - before - size) / size;
    };
    return Math.min(left(this.width, this.x, this.drawnAt.x), left(this.height, this.y, this.drawnAt.y));
  }

  /**
   * True if a new drawing would gain nothing. That is so if the scale is unchanged, pixels lie on pixels, and there is
   * room to pan.
   */
  private isSharp(): boolean {
    const off = (way: number): number => Math.abs(way - Math.round(way));
    const { x, y, k } = this.drawnAt;
    return k === this.k && Math.max(off(this.x - x), off(this.y - y)) < 0.01 && this.spareShare() > DRAWN_BEYOND / 2;
  }

  /** The transform that moves the drawn picture to where it belongs now. */
  get pictureTransform(): string {
    const share = this.k / this.drawnAt.k;
    const x = this.x - this.drawnAt.x * share + this.width * DRAWN_BEYOND * (1 - share);
    const y = this.y - this.drawnAt.y * share + this.height * DRAWN_BEYOND * (1 - share);
    return `translate(${x}px, ${y}px) scale(${share})`;
  }

  /** The transform from the plane into the picture. */
  get planeTransform(): string {
    const { x, y, k } = this.drawnAt;
    return `translate(${x + this.width * DRAWN_BEYOND} ${y + this.height * DRAWN_BEYOND}) scale(${k})`;
  }

  private redraw(): void {
    this.drawnAt = { x: this.x, y: this.y, k: this.k };
  }

  private fitToElement(element: HTMLElement): void {
    const [width, height] = [element.clientWidth, element.clientHeight];
    if (width === 0 || height === 0 || (width === this.width && height === this.height)) return;
    const share = this.k / this.wholeScale;
    this.fit(
      () => ([this.width, this.height] = [width, height]),
      () => share * this.wholeScale,
    );
  }

  /** Fit the map to a changed window: the middle stays in the middle, and a map shown whole stays whole. */
  private fit(change: () => void, scale: () => number): void {
    const whole = this.width === 0 || this.k < this.wholeScale * 1.02;
    const middle = this.toPlane(this.middle);
    change();
    const { x, y, w, h } = this.free;
    if (w === 0 || h === 0) return;
    this.wholeScale = Math.min((w - 2 * MARGIN) / this.box.w, (h - 2 * MARGIN) / this.box.h);
    this.behaviour
      ?.extent([
        [x, y],
        [x + w, y + h],
      ])
      .scaleExtent([this.wholeScale * 0.9, Math.max(this.wholeScale * 3, this.maxScale)]);
    if (whole) this.lookAtAll();
    else this.lookAt(middle, Math.max(this.wholeScale, scale()));
    this.redraw();
  }

  /** The middle, on the screen, of the part that nothing covers. */
  get middle(): Point {
    return [this.free.x + this.free.w / 2, this.free.y + this.free.h / 2];
  }

  /** The part of the plane that is drawn. */
  get window(): Box {
    const { x, y, k } = this.drawnAt;
    return {
      x: (-x - this.width * DRAWN_BEYOND) / k,
      y: (-y - this.height * DRAWN_BEYOND) / k,
      w: (this.width * (1 + 2 * DRAWN_BEYOND)) / k,
      h: (this.height * (1 + 2 * DRAWN_BEYOND)) / k,
    };
  }

  toPlane([px, py]: Point): Point {
    return [(px - this.x) / this.k, (py - this.y) / this.k];
  }

  toScreen([x, y]: Point): Point {
    return [x * this.k + this.x, y * this.k + this.y];
  }

  /**
   * Return the wanted transform, corrected so that no more room than useful is seen beside the map. A map smaller than
   * the window is centred.
   */
  private constrain(wanted: ZoomTransform): ZoomTransform {
    const { x, y, w, h } = this.box;
    const { free } = this;
    const off = (
      start: number,
      length: number,
      from: number,
      window: number,
      invert: (at: number) => number,
    ): number => {
      const more = marginBeyondEdge(length, window, wanted.k) + MARGIN / wanted.k;
      const [before, after] = [invert(from) - (start - more), invert(from + window) - (start + length + more)];
      return after > before ? (before + after) / 2 : Math.min(0, before) || Math.max(0, after);
    };
    return wanted.translate(
      off(x, w, free.x, free.w, (at) => wanted.invertX(at)),
      off(y, h, free.y, free.h, (at) => wanted.invertY(at)),
    );
  }

  private applyTransform(transform: ZoomTransform): void {
    if (this.surface) this.behaviour?.transform(this.surface, transform);
  }

  private lookAtAll(): void {
    this.lookAt([this.box.x + this.box.w / 2, this.box.y + this.box.h / 2], this.wholeScale);
  }

  /** Show the whole map at the player's request. */
  showAll(): void {
    this.notePlayerMove();
    this.lookAtAll();
  }

  /** Zoom at the player's request; `middle`: the point that is in the middle afterwards. */
  zoomBy(factor: number, middle?: Point): void {
    this.notePlayerMove();
    if (!this.surface) return;
    if (middle && factor > 1) this.behaviour?.translateTo(this.surface, ...middle);
    this.behaviour?.scaleBy(this.surface, factor);
  }

  /** Bring something into sight, unless the player holds the map or has moved it. */
  leadTo(to: Point, k: number, calm: boolean): void {
    if (this.isHeld || this.isMovedByPlayer) return;
    this.isLed = true;
    cancelAnimationFrame(this.easeFrame);
    const from = { at: this.toPlane(this.middle), k: this.k };
    if (calm) {
      this.lookAt(to, k);
      this.redraw();
      return;
    }
    const begin = performance.now();
    const step = (now: number): void => {
      const share = Math.min(1, Math.max(0, (now - begin) / EASING_TIME));
      const eased = share * share * (3 - 2 * share);
      // The scale changes by equal factors. The middle moves at a speed that suits the scale, so that the motion looks
      // even.
      const scale = from.k * (k / from.k) ** eased;
      const way = Math.abs(k - from.k) < 1e-6 ? eased : (1 / from.k - 1 / scale) / (1 / from.k - 1 / k);
      this.lookAt([from.at[0] + (to[0] - from.at[0]) * way, from.at[1] + (to[1] - from.at[1]) * way], scale);
      if (share < 1) this.easeFrame = requestAnimationFrame(step);
    };
    this.easeFrame = requestAnimationFrame(step);
  }

  lookAt([x, y]: Point, k = this.k): void {
    if (!this.behaviour) return;
    const [mx, my] = this.middle;
    this.applyTransform(this.constrain(zoomIdentity.translate(mx - x * k, my - y * k).scale(k)));
  }

  /** Move only as far as needed to bring a point into sight. */
  bringIntoSight(point: Point, margin = 60): void {
    const [px, py] = this.toScreen(point);
    const { free } = this;
    const off = (at: number, size: number): number =>
      at < margin ? margin - at : at > size - margin ? size - margin - at : 0;
    const [dx, dy] = [off(px - free.x, free.w), off(py - free.y, free.h)];
    if (this.surface && (dx !== 0 || dy !== 0)) this.behaviour?.translateBy(this.surface, dx / this.k, dy / this.k);
  }
}

/** Tell whether an event pans or zooms. Two quick clicks on things that may be chosen are two choices, not a zoom. */
function isZoomGesture(event: Event): boolean {
  if (event.type === "dblclick") return !(event.target instanceof Element && event.target.closest("[data-lit]"));
  if (event instanceof MouseEvent && event.button !== 0) return false;
  return !(event instanceof WheelEvent) || !event.ctrlKey || event.cancelable;
}

/** Return a size that grows more slowly than the map, so that zooming in makes room. */
export const growSlowly = (start: number, zoomed: number, most: number): number =>
  Math.min(most, start * zoomed ** 0.55);
