/** The server's routes, typed. Every failure is an `ApiError` that carries the server's answer. */

import { parseNextCursor } from "./pagination";
import { delay } from "./delay";
import type {
  ServerInfo,
  Board,
  Bilingual,
  Catalogue,
  ChatLine,
  CreatedMatch,
  GameSummary,
  Lesson,
  MatchInfo,
  NewMatch,
  Overlay,
  Problem,
  Refusal,
  Snapshot,
  Step,
  Story,
  UploadedSave,
} from "../model/types";

export class ApiError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title ?? `status ${problem.status}`);
    this.problem = problem;
  }

  /** True if the server was not reached at all, or is restarting behind its proxy. */
  get isAway(): boolean {
    const itself = this.problem.code === "busy" || this.problem.code === "full";
    return this.problem.status === 0 || (this.problem.status >= 502 && !itself);
  }

  /**
   * True if the server refused the request and would refuse it again. A busy server, or one with too many requests,
   * does not refuse for good.
   */
  get isFinal(): boolean {
    const { status } = this.problem;
    return status >= 400 && status < 500 && status !== 408 && status !== 429;
  }
}

interface RequestOptions {
  method?: "GET" | "POST";
  token?: string | null;
  body?: unknown;
  file?: Blob;
  signal?: AbortSignal;
  /**
   * True if the request has no further effect when it is sent twice. Such a request is sent again if the server is
   * busy. By default this is true for every GET.
   */
  again?: boolean;
}

/** How often a busy server is asked, at most, and the longest delay between two requests in milliseconds. */
const MAX_ATTEMPTS = 6;
const MAX_RETRY_DELAY = 10_000;

export function bearerHeader(token: string | null | undefined): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function send(path: string, call: RequestOptions): Promise<Response> {
  const again = call.again ?? (call.method ?? "GET") === "GET";
  for (let time = 1; ; time += 1) {
    const response = await sendOnce(path, call);
    if (response.ok) return response;
    const problem = await problemOf(response);
    if (problem.code !== "busy" || !again || time === MAX_ATTEMPTS) throw new ApiError(problem);
    await delay(retryDelayOf(response), call.signal);
  }
}

/** Return the milliseconds after which a busy server wants to be asked again. */
export function retryDelayOf(response: Response): number {
  const seconds = Number(response.headers.get("retry-after") ?? "1");
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1000 : 1000, 500), MAX_RETRY_DELAY);
}

async function sendOnce(path: string, call: RequestOptions): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json", ...bearerHeader(call.token) };
  let body: BodyInit | undefined;
  if (call.file !== undefined) {
    headers["Content-Type"] = "application/octet-stream";
    body = call.file;
  } else if (call.body !== undefined) {
    headers["Content-Type"] = "application/json";
    body = JSON.stringify(call.body);
  }
  try {
    return await fetch(`/api${path}`, {
      method: call.method ?? "GET",
      headers,
      ...(body === undefined ? {} : { body }),
      ...(call.signal === undefined ? {} : { signal: call.signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError({ status: 0, code: "away" });
  }
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    const problem = (await response.json()) as Partial<Problem>;
    return { ...problem, status: response.status };
  } catch {
    return { status: response.status, title: response.statusText };
  }
}

async function json<T>(path: string, call: RequestOptions = {}): Promise<T> {
  return (await (await send(path, call)).json()) as T;
}

function query(values: Record<string, string | number | undefined>): string {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return "";
  return `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()}`;
}

const id = encodeURIComponent;
const once = new Map<string, Promise<unknown>>();

/**
 * Fetch something that never changes while the page is open, and keep the answer. If the request fails, the next call
 * tries again.
 */
function fetchOnce<T>(path: string): Promise<T> {
  const cached = once.get(path);
  if (cached !== undefined) return cached as Promise<T>;
  const request = json<T>(path);
  once.set(path, request);
  request.catch(() => once.delete(path));
  return request;
}

export const api = {
  about: () => fetchOnce<ServerInfo>("/about"),
  catalogue: () => fetchOnce<GameSummary[]>("/catalogue"),
  game: (game: string) => fetchOnce<Catalogue>(`/catalogue/${id(game)}`),
  board: (game: string, scenario?: string) => fetchOnce<Board>(`/catalogue/${id(game)}/board${query({ scenario })}`),
  start: (game: string, scenario?: string) =>
    fetchOnce<Pick<Snapshot, "scene" | "view">>(`/catalogue/${id(game)}/start${query({ scenario })}`),
  guide: (game: string) => fetchOnce<{ game: string; text: Bilingual }>(`/catalogue/${id(game)}/guide`),
  lesson: (game: string, lesson: string) => fetchOnce<Lesson>(`/catalogue/${id(game)}/lessons/${id(lesson)}`),

  create: (wish: NewMatch, token?: string | null) =>
    json<CreatedMatch>("/matches", { method: "POST", body: wish, token: token ?? null }),
  /** Fetches a page of the list, and the match after which the next page begins, if there is one. */
  matches: async (after?: string): Promise<{ matches: MatchInfo[]; next: string | null }> => {
    const response = await send(`/matches${query({ after, limit: 20 })}`, {});
    return { matches: (await response.json()) as MatchInfo[], next: parseNextCursor(response.headers.get("link")) };
  },
  match: (match: string, token?: string | null) => json<MatchInfo>(`/matches/${id(match)}`, { token: token ?? null }),
  join: (
    match: string,
    seat: string,
    body: { name?: string; commit: string; invite?: string; token?: string },
    token?: string,
  ) =>
    json<{ token: string; receipt?: unknown; match: MatchInfo }>(`/matches/${id(match)}/seats/${id(seat)}`, {
      method: "POST",
      body,
      token: token ?? null,
      again: true,
    }),
  /** Reveals the number whose hash was sent for a seat. */
  reveal: (match: string, seat: string, nonce: string, token: string) =>
    json<{ receipt?: unknown; match: MatchInfo }>(`/matches/${id(match)}/seats/${id(seat)}/reveal`, {
      method: "POST",
      body: { nonce },
      token,
      again: true,
    }),
  view: (match: string, token: string | null, ply?: number) =>
    json<Snapshot>(`/matches/${id(match)}/view${query({ ply })}`, { token }),
  events: async (match: string, token: string | null, since: number) =>
    (await json<{ steps: Step[] }>(`/matches/${id(match)}/events${query({ since })}`, { token })).steps,
  act: (
    match: string,
    token: string | null,
    body: { ply: number; seq?: number; action: string },
    signal: AbortSignal,
  ) =>
    json<Snapshot>(`/matches/${id(match)}/actions`, {
      method: "POST",
      token,
      body: { ...body, extent: "scene" },
      signal,
    }),
  undo: async (
    match: string,
    token: string | null,
    body: { ply: number; to: "decision" | "order"; commit?: string },
  ) => {
    const response = await send(`/matches/${id(match)}/undo`, { method: "POST", token, body });
    return response.status === 202 ? null : ((await response.json()) as Snapshot);
  },
  answerUndo: (match: string, token: string | null, body: { agree: boolean; commit?: string }) =>
    json<Snapshot>(`/matches/${id(match)}/undo/answer`, { method: "POST", token, body }),
  /** Reveals the new number for the dice after a take-back, once all have agreed to the take-back. */
  showFresh: (match: string, token: string, nonce: string) =>
    json<Snapshot>(`/matches/${id(match)}/undo/show`, { method: "POST", token, body: { nonce }, again: true }),
  why: async (match: string, token: string | null, about: { thing?: string; action?: string }) =>
    (await json<{ refusals: Refusal[] }>(`/matches/${id(match)}/why${query(about)}`, { token })).refusals,
  /** Fetches the options of the present decision that roll dice at once. The odds of these options can be shown. */
  stakes: (match: string, token: string | null, signal: AbortSignal) =>
    json<{ ply: number; stakes: string[] }>(`/matches/${id(match)}/stakes`, { token, signal }),
  overlay: (match: string, token: string | null, name: string, about: { thing?: string; action?: string }) =>
    json<Overlay>(`/matches/${id(match)}/query/${id(name)}${query(about)}`, { token }),
  chat: (match: string, token: string | null) => json<ChatLine[]>(`/matches/${id(match)}/chat`, { token }),
  say: (match: string, token: string | null, text: string) =>
    json<ChatLine>(`/matches/${id(match)}/chat`, { method: "POST", token, body: { text } }),
  save: async (match: string, token: string | null) => (await send(`/matches/${id(match)}/save`, { token })).blob(),
  story: (match: string) => json<Story>(`/matches/${id(match)}/story`),
  upload: (file: Blob) => json<UploadedSave>("/uploads", { method: "POST", file }),
  /** Makes new invitations to the seats that are still free; older ones become void. */
  invites: (match: string, owner: string) =>
    json<Pick<CreatedMatch, "seats">>(`/matches/${id(match)}/invites`, { method: "POST", token: owner, body: {} }),
  /**
   * Closes a match. If other players have to agree first, they are asked, and the match then says who has still to
   * agree.
   */
  close: async (match: string, owner: string): Promise<Partial<MatchInfo>> =>
    json<Partial<MatchInfo>>(`/matches/${id(match)}/close`, { method: "POST", token: owner, body: {} }),
  answerClose: (match: string, token: string | null, agree: boolean) =>
    json<MatchInfo>(`/matches/${id(match)}/close/answer`, { method: "POST", token, body: { agree } }),
  resign: (match: string, token: string | null) =>
    json<MatchInfo>(`/matches/${id(match)}/resign`, { method: "POST", token, body: {} }),
};
