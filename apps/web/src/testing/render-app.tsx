import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import { cleanup, render } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";
import { onTestFinished, vi } from "vitest";
import { App } from "../app/app.tsx";
import { clearPolledResponses } from "../lib/api/client.ts";
import { createQueryClient } from "../lib/api/queries.ts";
import { signInPrompt } from "../lib/sign-in-prompt.ts";
import { lastSeen } from "../lib/stored-session.ts";
import { endingSessions, isEndingSessions } from "./ended-sessions.ts";

type Call = { method: string; path: string; search: URLSearchParams; body: unknown; headers: Headers };
type MockResponse = Response | object | null;
/** By call, such as "GET /api/items". A function receives the call and may count, wait or reject. */
export type Answers = Record<string, MockResponse | ((call: Call) => MockResponse | Promise<MockResponse>)>;

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

/** Calls that every page may make. A test must provide any other response itself, or the call gets a 404. */
const DEFAULTS: Answers = {
  "GET /api/auth/user": () => refusal(401, "unauthorized", "Unauthorized"),
  "GET /api/categories": [],
  "GET /api/items": [],
  "GET /api/notifications": [],
  "GET /api/notifications/count": { count: 0 },
  "GET /api/conversations/unread": { count: 0 },
  "GET /api/favorites/ids": [],
  "POST /api/error-logs": {},
};

export const refusal = (status: number, code: string, message: string, details?: unknown): Response =>
  Response.json({ message, code, ...(details !== undefined && { details }) }, { status });

type Visit = {
  /** The signed-in account; a visitor if omitted. */
  user?: Partial<CurrentUserView>;
  /** Local storage that earlier visits left in the browser. */
  stored?: Record<string, string>;
  /** Session storage of this tab. */
  storedInTab?: Record<string, string>;
  /** True if the tour, which would cover the page, counts as seen. */
  isTourSeen?: boolean;
  /** True if reads without a response of the test's own never get one. */
  isSilent?: boolean;
};

/** Renders the whole web app at a URL, in happy-dom, with the responses that the test provides. */
export function renderApp(
  address: string,
  responses: Answers = {},
  { user, stored = {}, storedInTab = {}, isTourSeen = true, isSilent = false }: Visit = {},
) {
  const calls: Call[] = [];
  const signedIn: Answers = user ? { "GET /api/auth/user": { ...PERSON, ...user } } : {};
  const all: Answers = { ...(isSilent ? {} : DEFAULTS), ...signedIn, ...responses };
  const send = async (input: string | URL, init: RequestInit = {}) => {
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
    const mock = all[`${call.method} ${call.path}`] ?? (isSilent && call.method === "GET" ? silence : undefined);
    if (mock === undefined) return refusal(404, "not_found", "Not found");
    const given = typeof mock === "function" ? await unlessAborted(mock(call), init.signal) : mock;
    return given instanceof Response ? given.clone() : Response.json(given);
  };
  const lost: string[] = [];
  vi.stubGlobal("fetch", isEndingSessions ? endingSessions(send, lost) : send);
  vi.stubGlobal("EventSource", SilentEvents);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  for (const [key, value] of Object.entries(storedInTab)) sessionStorage.setItem(key, value);
  if (isTourSeen) {
    for (const person of ["demo_tour_completed", `tour_completed_${user?.id ?? PERSON.id}`]) {
      localStorage.setItem(`nx_${person}`, "true");
    }
  }
  history.replaceState(null, "", address);
  const client = createQueryClient();
  const view = render(<App client={client} />);
  onTestFinished(async () => {
    await leaveDialog();
    cleanup();
    client.clear();
    clearPolledResponses();
    lastSeen.user = null;
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    if (lost.length > 0) throw new Error(lost.join("\n"));
  });
  // A dialog takes pointer events a render after it appears. Browser tests prove that what is covered cannot be clicked.
  const hand = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  return {
    ...view,
    calls,
    client,
    user: hand,
    /** Replaces a field's text at once; typing it would render the page for every letter. */
    fill: async (field: HTMLElement, text: string) => {
      await hand.clear(field);
      if (text) await hand.paste(text);
    },
    /** Calls sent so far to an endpoint, such as "POST /api/items". */
    callsTo: (key: string) => calls.filter(({ method, path }) => `${method} ${path}` === key),
  };
}

/** What still waits for the dialog ends with a refusal. Otherwise it would be sent again in the next test. */
async function leaveDialog(): Promise<void> {
  const close = signInPrompt.get();
  if (!close) return;
  vi.stubGlobal("fetch", async () => refusal(400, "validation_failed", "The test is over"));
  close(false);
  await new Promise((resolve) => setTimeout(resolve));
}

/** An aborted request fails, whatever its response would have been. */
function unlessAborted(
  mock: MockResponse | Promise<MockResponse>,
  signal: AbortSignal | null | undefined,
): Promise<MockResponse> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
    Promise.resolve(mock).then(resolve, reject);
  });
}

class SilentEvents extends EventTarget {
  close(): void {}
}

/** Responds to calls in order and repeats the last response. */
export function inTurn<Result>(...responders: (() => Result)[]): () => Result {
  let calls = 0;
  return () => {
    const respond = responders[Math.min(calls, responders.length - 1)] as () => Result;
    calls += 1;
    return respond();
  };
}

/** A request that fails without a response. */
export const noNetwork = (): never => {
  throw new TypeError("Failed to fetch");
};

/** A request that never gets a response. */
export const silence = (): Promise<never> => new Promise(() => {});
