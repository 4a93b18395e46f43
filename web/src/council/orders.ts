/**
 * Groups events into orders: who did what where, with its results. Works for every game: the catalogue gives each kind
 * of event its role.
 */

import type { GameEvent, Role, Step, Thing } from "../model/types";
import { placesNamedIn, thingsNamedIn, routeOf, type ThingPlaces } from "./thingPlaces";

export interface OrderLine {
  step: Step;
  event: GameEvent;
  role: Role;
  key: string;
}

/** A way over the board, in the colours of a side. */
export interface Route {
  path: readonly string[];
  side: string;
}

/** Where to look, and what to show there. */
export interface Spotlight {
  places: readonly string[];
  things: readonly Thing[];
  routes: readonly Route[];
}

export interface Order extends Spotlight {
  kind: "order";
  key: string;
  /** Whose order it is; null for what happens by itself, such as the beginning of a turn. */
  who: string | null;
  /** True if somebody began the order; false if it only answers another order. */
  opened: boolean;
  role: Role;
  title: OrderLine;
  /** The other events that changed something, in order of time. */
  lines: OrderLine[];
  /** The events that changed nothing, such as rolls and checks. */
  more: OrderLine[];
  /** The ply of the order's first roll in a fight; null if there is none. */
  fight: number | null;
}

export interface CouncilHeading {
  kind: "heading";
  key: string;
  event: GameEvent;
}

export type CouncilEntry = Order | CouncilHeading;

/** The roles by weight: an order is named after the first of these that one of its events has. */
const ROLES_BY_WEIGHT: readonly Role[] = ["fight", "card", "change", "move", "loss", "gain", "news", "minor"];

export type Roles = Readonly<Record<string, Role>>;

export const roleOf = (roles: Roles, event: GameEvent): Role => roles[event.kind] ?? "news";

export const isMinor = (entry: CouncilEntry): boolean => entry.kind === "order" && entry.role === "minor";

/**
 * Tell whether a decision is the player's own: its step has `act`, or belongs to the player's side. Steps that were
 * taken over from a save have no `act`.
 */
export const isOwn = (step: Step, side: string | null): boolean =>
  step.act !== undefined || (side !== null && step.who === side);

/** Return the steps after a side's own last decision. */
export function stepsSinceOwn(steps: readonly Step[], side: string | null): readonly Step[] {
  return steps.slice(steps.findLastIndex((step) => isOwn(step, side)) + 1);
}

/**
 * Look for the steps that others took between two decisions of the side. Return the latest such run of steps that
 * `worth` accepts, or none if it accepts no run.
 */
export function lastRunWorthTelling(
  steps: readonly Step[],
  side: string | null,
  worth: (steps: readonly Step[]) => boolean,
): readonly Step[] {
  for (let end = steps.length; end > 0; end -= 1) {
    const run = stepsSinceOwn(steps.slice(0, end), side);
    if (worth(run)) return run;
    end -= run.length;
  }
  return [];
}

/** Return where the map should look to show some events, and what to mark there. */
export function spotlightOf(lines: readonly Pick<OrderLine, "event" | "step">[], thingPlaces: ThingPlaces): Spotlight {
  const places = new Set<string>();
  const things = new Set<Thing>();
  const routes: { path: string[]; side: string; by: string }[] = [];
  for (const { event, step } of lines) {
    const way = routeOf(event.data, thingPlaces);
    const thingsOfEvent = thingsNamedIn(event.data, thingPlaces);
    for (const place of placesNamedIn(event.data, thingPlaces)) places.add(place);
    for (const thing of thingsOfEvent) things.add(thing);
    if (way === null) continue;
    const last = routes.at(-1);
    const by = Object.values(event.data)
      .filter((value) => typeof value === "string" && !thingPlaces.isPlace(value))
      .join();
    // If a piece moves on from where it stopped, both moves become one route.
    if (last !== undefined && last.by === by && last.path.at(-1) === way[0]) last.path.push(...way.slice(1));
    else routes.push({ path: [...way], side: step.who, by });
  }
  return { places: [...places], things: [...things], routes: routes.map(({ path, side }) => ({ path, side })) };
}

function orderOf(lines: readonly OrderLine[], who: string | null, opened: boolean, thingPlaces: ThingPlaces): Order {
  const role = ROLES_BY_WEIGHT.find((one) => lines.some((line) => line.role === one)) ?? "minor";
  const title = lines.find((line) => line.role === role) as OrderLine;
  const weighty = lines.filter((line) => line.role !== "minor");
  // Find the first roll of the fight itself. Only if the fight has none, take the last roll before it.
  const isRoll = ({ event }: OrderLine): boolean => event.kind === "roll";
  const fightIndex = lines.findIndex((line) => line.role === "fight");
  const roll =
    fightIndex < 0 ? undefined : (lines.slice(fightIndex).find(isRoll) ?? lines.slice(0, fightIndex).findLast(isRoll));
  // The events that changed something decide where the order took place; checks decide it only if there are no others.
  const spotlight = spotlightOf(weighty.length > 0 ? weighty : lines, thingPlaces);
  const routes = spotlight.routes.map((route) => ({ ...route, side: who ?? route.side }));
  return {
    kind: "order",
    key: title.key,
    who,
    opened,
    role,
    title,
    lines: weighty.filter((line) => line !== title),
    more: lines.filter((line) => line.role === "minor" && line !== title),
    fight: roll?.step.ply ?? null,
    ...spotlight,
    routes,
  };
}

/** Return who gave the order that a step belongs to. */
export const orderGiverAt = (steps: readonly Step[], ply: number): string | null =>
  steps.findLast((step) => step.ply < ply && step.opens === true)?.who || null;

/**
 * Group steps into orders under the headings of their turns and phases. `giverBefore`: who gave the order that is under
 * way at the first step.
 */
export function groupOrders(
  steps: readonly Step[],
  roles: Roles,
  thingPlaces: ThingPlaces,
  giverBefore: string | null = null,
): CouncilEntry[] {
  const entries: CouncilEntry[] = [];
  let lines: OrderLine[] = [];
  let [who, opened]: [string | null, boolean] = [null, false];
  /** The step in which a turn or phase began: the events after it in that step happen by themselves. */
  let beginning: Step | null = null;
  let inherited = giverBefore;
  const close = (): void => {
    if (lines.length > 0) entries.push(orderOf(lines, who, opened, thingPlaces));
    lines = [];
  };
  for (const step of steps) {
    if (step.opens === true || beginning !== null) {
      close();
      [who, opened, beginning, inherited] = [step.who || null, step.opens === true, null, null];
    } else if (lines.length === 0 && !opened) who = inherited ?? (step.who || null);
    step.events.forEach((event, number) => {
      const [role, key] = [roleOf(roles, event), `${step.ply}.${number}`];
      if (role === "turn") {
        close();
        entries.push({ kind: "heading", key, event });
        [who, opened, beginning, inherited] = [null, false, step, null];
      } else lines.push({ step, event, role, key });
    });
  }
  close();
  return gatherMarches(entries);
}

/**
 * Return the seats that decided in these steps but did nothing worth telling. Return none if no turn or phase began in
 * these steps.
 */
export function idleSeatsIn(steps: readonly Step[], entries: readonly CouncilEntry[]): string[] {
  if (!entries.some((entry) => entry.kind === "heading")) return [];
  const busy = new Set(entries.flatMap((entry) => (entry.kind === "order" && !isMinor(entry) ? [entry.who] : [])));
  return [...new Set(steps.map((step) => step.who))].filter((who) => who !== "" && !busy.has(who));
}

const isMarch = (entry: CouncilEntry | undefined): entry is Order =>
  entry?.kind === "order" && entry.role === "move" && entry.lines.every((line) => line.role === "move");

const goalOf = (order: Order): string => order.routes.at(-1)?.path.at(-1) ?? order.key;

/** Join successive marches to one place into one order. */
function gatherMarches(entries: readonly CouncilEntry[]): CouncilEntry[] {
  const gathered: CouncilEntry[] = [];
  for (const entry of entries) {
    let at = gathered.length - 1;
    if (isMarch(entry)) {
      while (at >= 0 && belongTogether(gathered[at], entry)) at -= 1;
      const same = gathered.findIndex((one, number) => number > at && isMarch(one) && goalOf(one) === goalOf(entry));
      if (same >= 0) {
        gathered[same] = joinOrders(gathered[same] as Order, entry);
        continue;
      }
    }
    gathered.push(entry);
  }
  return gathered;
}

/**
 * Tell whether an entry may stand between two marches that are joined: another march of the same side, or something
 * that changed nothing.
 */
const belongTogether = (entry: CouncilEntry | undefined, with_: Order): boolean =>
  entry?.kind === "order" && entry.who === with_.who && (entry.role === "minor" || isMarch(entry));

function joinOrders(a: Order, b: Order): Order {
  const all = <T>(of: (order: Order) => readonly T[]): T[] => [...new Set([...of(a), ...of(b)])];
  return {
    ...a,
    lines: [...a.lines, b.title, ...b.lines],
    more: [...a.more, ...b.more],
    places: all((order) => order.places),
    things: all((order) => order.things),
    routes: [...a.routes, ...b.routes],
  };
}
