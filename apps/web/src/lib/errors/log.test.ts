import type { ErrorLogEntry } from "@nexby/contract/admin/operations";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../api/errors.ts";
import { reportingCaches } from "../api/queries.ts";
import type { SafeStorage } from "../browser/storage.ts";
import { fakeStorage, forbiddenStorage } from "../testing/fake-storage.ts";
import type { BrowserFacts } from "./error-entry.ts";
import { callReporter, followUncaughtErrors } from "./error-log.ts";
import { createErrorLog, entrySender } from "./error-reporter.ts";
import { LogSession, type ReportError } from "./log-session.ts";

const BROWSER: BrowserFacts = {
  url: "https://nexby.example/browse",
  referrer: null,
  browserInfo: {
    userAgent: "Probe",
    language: "en",
    platform: "Linux",
    cookieEnabled: true,
    onLine: true,
    screenResolution: "1x1",
    viewport: "1x1",
  },
  memoryUsage: null,
};

const failure = (status: number, message = `Answer ${status}`) => new ApiError({ status, message });

let sent: ErrorLogEntry[];
let clock: number;
const warn = vi.fn();

type Given = { storage?: SafeStorage; send?: (entry: ErrorLogEntry) => void };

function logWith({ storage = fakeStorage(), send = (entry) => void sent.push(entry) }: Given = {}) {
  const session = new LogSession(storage, clock);
  const report = createErrorLog({
    send,
    browserFacts: () => BROWSER,
    person: () => null,
    session,
    warn,
    now: () => clock,
  });
  return { report, session };
}

let report: ReportError;
let session: LogSession;

beforeEach(() => {
  vi.clearAllMocks();
  sent = [];
  clock = Date.UTC(2026, 2, 1);
  ({ report, session } = logWith());
});

const levels = () => sent.map(({ errorType, severity }) => [errorType, severity]);

describe("[LOG-05] levels", () => {
  test.each([
    [400, "error"],
    [404, "error"],
    [499, "error"],
    [500, "critical"],
    [503, "critical"],
  ])("an API response %i is %s", (status, severity) => {
    callReporter(report)({ method: "GET", path: "/api/items", error: failure(status), milliseconds: 12 });
    expect(sent).toMatchObject([
      {
        errorType: "api",
        severity,
        errorMessage: `Answer ${status}`,
        requestData: { method: "GET", path: "/api/items", status },
        apiResponseTime: 12,
        userAction: "GET /api/items",
      },
    ]);
  });

  test("uncaught errors have the severity error", () => {
    const target = new EventTarget();
    const stop = followUncaughtErrors(target, report);
    const happen = (type: string, what: object) => target.dispatchEvent(Object.assign(new Event(type), what));
    happen("error", { error: new Error("one"), message: "Uncaught Error: one" });
    happen("error", { error: null, message: "Script error." });
    happen("unhandledrejection", { reason: new Error("two") });
    stop();
    happen("error", { error: new Error("three") });
    expect(sent.map(({ errorMessage }) => errorMessage)).toEqual(["one", "Script error.", "two"]);
    expect(levels()).toEqual(Array(3).fill(["frontend", "error"]));
  });

  test("errors caught by a boundary are critical, and of type authentication at the authentication boundary", () => {
    report("boundary", new Error("one"));
    report("authenticationBoundary", new Error("two"));
    report("storage", new Error("three"));
    expect(levels()).toEqual([
      ["frontend", "critical"],
      ["authentication", "critical"],
      ["frontend", "warning"],
    ]);
  });

  test("a failed session check is only a warning in the console", () => {
    const error = failure(503);
    report("sessionCheck", error);
    expect(warn).toHaveBeenCalledExactlyOnceWith("The session could not be checked", error);
    expect(sent).toEqual([]);
  });
});

describe("[LOG-06] a session", () => {
  test("a session sends at most 50 entries", () => {
    for (let number = 0; number < 60; number += 1) report("boundary", new Error(`error ${number}`));
    expect(sent).toHaveLength(50);
    expect(sent.at(-1)?.errorMessage).toBe("error 49");
  });

  test("a session continues after a reload", () => {
    const storage = fakeStorage();
    const before = logWith({ storage });
    for (let number = 0; number < 49; number += 1) before.report("boundary", new Error(`error ${number}`));
    before.session.visit("/browse");
    clock += 60_000;
    const after = logWith({ storage });
    after.report("boundary", new Error("last"));
    after.report("boundary", new Error("too much"));
    expect(sent).toHaveLength(50);
    expect(sent.at(-1)).toMatchObject({ errorMessage: "last", userJourney: ["/browse"], sessionDuration: 60_000 });
  });

  test("a session remembers the last 5 pages, without repeats in a row", () => {
    for (const path of ["/", "/browse", "/listings/1", "/browse", "/auth", "/auth", "/profile"]) session.visit(path);
    report("boundary", new Error("broken"));
    expect(sent[0]?.userJourney).toEqual(["/browse", "/listings/1", "/browse", "/auth", "/profile"]);
    expect(sent[0]?.previousUrl).toBe("/auth");
  });

  test.each(["{", "null", "[]", '{"startedAt":1,"entries":0,"journey":[1]}'])(
    "a session starts over when %j was stored",
    (stored) => {
      const storage = fakeStorage();
      storage.set("nx_error_log", stored);
      expect(new LogSession(storage, clock).journey).toEqual([]);
    },
  );

  test("a session is limited even where nothing can be stored", () => {
    const { report: reportHere } = logWith({ storage: forbiddenStorage() });
    for (let number = 0; number < 60; number += 1) reportHere("boundary", new Error(`error ${number}`));
    expect(sent).toHaveLength(50);
  });
});

describe("a repeated error", () => {
  test("a repeated error is reported once by each source, and not again for ending up unhandled", () => {
    const error = failure(503);
    callReporter(report)({ method: "GET", path: "/api/items", error, milliseconds: 1 });
    for (const source of ["query", "query", "rejection", "uncaught", "authenticationBoundary"] as const) {
      clock += 5_000;
      report(source, error);
    }
    expect(sent.map(({ errorType }) => errorType)).toEqual(["api", "query", "authentication"]);
  });

  test("a repeated error is reported once a second for the same message and path", () => {
    const fail = (path: string, message?: string) =>
      callReporter(report)({ method: "GET", path, error: failure(503, message), milliseconds: 1 });
    fail("/api/items");
    clock += 999;
    fail("/api/items");
    expect(sent).toHaveLength(1);
    fail("/api/categories");
    fail("/api/items", "Other words");
    expect(sent).toHaveLength(3);
    clock += 1;
    fail("/api/items");
    expect(sent).toHaveLength(4);
  });
});

describe("[LOG-07] the query client", () => {
  const clientOf = () => new QueryClient({ ...reportingCaches(report), defaultOptions: { queries: { retry: false } } });
  const fail = () => Promise.reject(failure(404));

  test("the query client reports failed queries by their path without secrets", async () => {
    const client = clientOf();
    await client.prefetchQuery({ queryKey: ["/api/items?search=tent"], queryFn: fail });
    await client.prefetchQuery({ queryKey: ["#identity-link", "secret"], queryFn: fail });
    expect(sent).toMatchObject([
      { errorType: "query", severity: "error", requestData: { method: "GET", path: "/api/items" } },
      { errorType: "query", severity: "error", requestData: null },
    ]);
    expect(JSON.stringify(sent)).not.toContain("secret");
  });

  test("the query client reports failed mutations", async () => {
    const client = clientOf();
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(failure(500)) });
    await expect(mutation.execute(undefined)).rejects.toThrow();
    expect(levels()).toEqual([["mutation", "critical"]]);
  });

  test("[LOG-05] only warns when the session check fails", async () => {
    await clientOf().prefetchQuery({ queryKey: ["/api/auth/user"], queryFn: fail });
    expect(sent).toEqual([]);
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe("[CALL-06] sending a report", () => {
  const entry = { errorType: "frontend", errorMessage: "x", url: "/", severity: "error" } as const;

  test("sending a report is a POST that outlives the page", () => {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response());
    entrySender({ fetch, token: () => "abc" })(entry);
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe("/api/error-logs");
    expect(init).toMatchObject({
      method: "POST",
      keepalive: true,
      credentials: "include",
      body: JSON.stringify(entry),
    });
    expect(init?.headers).toMatchObject({ Authorization: "Bearer abc", "Content-Type": "application/json" });
  });

  test("sending a report ignores the response", async () => {
    const response = Response.json({ message: "Broken" }, { status: 500 });
    entrySender({ fetch: async () => response, token: () => null })(entry);
    await new Promise((resolve) => setImmediate(resolve));
    expect(response.bodyUsed).toBe(false);
  });

  test("sending a report fails silently and leads to no other report", async () => {
    let attempts = 0;
    const fetch = () => {
      attempts += 1;
      return Promise.reject(new TypeError("Failed to fetch"));
    };
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const { report: reportHere } = logWith({ send: entrySender({ fetch, token: () => null }) });
    reportHere("boundary", new Error("broken"));
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    expect(attempts).toBe(1);
    expect(unhandled).not.toHaveBeenCalled();
  });

  test("sending a report never throws, whatever is broken", () => {
    const { report: reportHere } = logWith({
      send: () => {
        throw new Error("no fetch here");
      },
    });
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    expect(() => reportHere("boundary", new Error("broken"))).not.toThrow();
    expect(() => report("rejection", circular)).not.toThrow();
    expect(sent).toHaveLength(1);
  });
});
