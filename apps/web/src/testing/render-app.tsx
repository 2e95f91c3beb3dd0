import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { cleanup, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { onTestFinished, vi } from "vitest";
import { App } from "../app/app.tsx";
import { forgetAnswers } from "../lib/api/client.ts";
import { createQueryClient } from "../lib/api/query-client.ts";

type Call = { method: string; path: string; search: URLSearchParams; body: unknown; headers: Headers };
type Answer = Response | object | null;
/** By call, such as "GET /api/items"; a function sees the call and may count, wait or refuse. */
export type Answers = Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>;

export const PERSON: CurrentUserView = {
  id: "01900000-0000-7000-8000-000000000001",
  email: "robin@nexby.example",
  firstName: "Robin",
  lastName: "Vale",
  phoneNumber: "+12015550100",
  city: "Maplewood",
  state: "NJ",
  profileImageUrl: null,
  termsAcceptedAt: "2026-01-01T00:00:00.000Z",
  isAdmin: false,
  isApproved: true,
};

/** Requests that every page may send. Anything else a test must answer itself, or it gets a 404. */
const USUAL: Answers = {
  "GET /api/auth/user": () => refusal(401, "unauthorized", "Unauthorized"),
  "GET /api/categories": [],
  "GET /api/items": [],
  "GET /api/notifications": [],
  "GET /api/notifications/count": { count: 0 },
  "GET /api/favorites/ids": [],
  "POST /api/error-logs": {},
};

export const refusal = (status: number, code: string, message: string, details?: unknown): Response =>
  Response.json({ message, code, ...(details !== undefined && { details }) }, { status });

type Visit = {
  /** The account that is signed in; a visitor without it. */
  user?: Partial<CurrentUserView>;
  /** What earlier visits left in the browser's local storage. */
  stored?: Record<string, string>;
  /** What this tab has in its session storage. */
  storedInTab?: Record<string, string>;
  /** Whether the tour, which would cover the page, counts as seen. */
  isTourSeen?: boolean;
};

/** Shows the whole web app at an address, in happy-dom, against answers the test gives. */
export function renderApp(
  address: string,
  answers: Answers = {},
  { user, stored = {}, storedInTab = {}, isTourSeen = true }: Visit = {},
) {
  const calls: Call[] = [];
  const signedIn: Answers = user ? { "GET /api/auth/user": { ...PERSON, ...user } } : {};
  const all: Answers = { ...USUAL, ...signedIn, ...answers };
  vi.stubGlobal("fetch", async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(input, location.origin);
    const call: Call = {
      method: init.method ?? "GET",
      path: url.pathname,
      search: url.searchParams,
      body: typeof init.body === "string" ? JSON.parse(init.body) : init.body,
      headers: new Headers(init.headers),
    };
    calls.push(call);
    init.signal?.throwIfAborted();
    const answer = all[`${call.method} ${call.path}`];
    if (answer === undefined) return refusal(404, "not_found", "Not found");
    const given = typeof answer === "function" ? await unlessAborted(answer(call), init.signal) : answer;
    return given instanceof Response ? given.clone() : Response.json(given);
  });
  vi.stubGlobal("EventSource", SilentEvents);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  for (const [key, value] of Object.entries(storedInTab)) sessionStorage.setItem(key, value);
  if (isTourSeen) {
    const read = Storage.prototype.getItem;
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(function (this: Storage, key) {
      return /^nx_(demo_)?tour_completed/.test(key) ? "true" : read.call(this, key);
    });
  }
  history.replaceState(null, "", address);
  const client = createQueryClient();
  const view = render(<App client={client} />);
  onTestFinished(() => {
    cleanup();
    client.clear();
    forgetAnswers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const hand = userEvent.setup({ delay: null });
  return {
    ...view,
    calls,
    client,
    user: hand,
    /** Replaces a field's text at once; typing it letter by letter renders the page for each of them. */
    fill: async (field: HTMLElement, text: string) => {
      await hand.clear(field);
      if (text) await hand.paste(text);
    },
    /** The calls sent so far to one endpoint, such as "POST /api/items". */
    callsTo: (key: string) => calls.filter(({ method, path }) => `${method} ${path}` === key),
  };
}

/** A request that was given up fails, whatever its answer would have been. */
function unlessAborted(answer: Answer | Promise<Answer>, signal: AbortSignal | null | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    Promise.resolve(answer).then(resolve, reject);
  });
}

class SilentEvents extends EventTarget {
  close(): void {}
}
