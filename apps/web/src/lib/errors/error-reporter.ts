import type { ErrorLogEntry } from "@nexby/contract/admin/operations";
import type { ErrorType } from "@nexby/domain/error-logs/error-logs";
import { requestInit } from "../api/request.ts";
import { sessionMemory } from "../browser/storage.ts";
import { withoutQuery } from "../paths.ts";
import { readAuthState, storedToken } from "../stored-session.ts";
import {
  type BrowserFacts,
  browserFacts,
  collectFormData,
  errorLogEntry,
  isLastResort,
  type LoggedPerson,
  levelOf,
  messageOf,
} from "./error-entry.ts";
import { type LogSession, type ReportError, warn as warnInConsole } from "./log-session.ts";

export function browserReporter(session: LogSession): ReportError {
  const report = createErrorLog({
    send: entrySender({ fetch: (...request) => fetch(...request), token: () => storedToken(sessionMemory) }),
    browserFacts: () => browserFacts(window),
    person: () => readAuthState(sessionMemory, Date.now())?.user ?? null,
    session,
  });
  return (source, error, context) => report(source, error, { formData: formInUse(), ...context });
}

/** The form being filled in often explains the failure. */
function formInUse(): Record<string, unknown> | undefined {
  const form = document.activeElement?.closest("form");
  return form ? collectFormData(form) : undefined;
}

type ErrorLogParts = {
  send: (entry: ErrorLogEntry) => void;
  browserFacts: () => BrowserFacts;
  /** Null for a visitor. */
  person: () => LoggedPerson | null;
  session: LogSession;
  warn?: (text: string, error: unknown) => void;
  now?: () => number;
};

/** Never throws: nothing waits for a report, and a report that fails is not reported. */
export function createErrorLog(parts: ErrorLogParts): ReportError {
  const { send, browserFacts, person, session, warn = warnInConsole, now = Date.now } = parts;
  const reported = new ReportedErrors();

  const report: ReportError = (source, error, context) => {
    const level = levelOf(source, error);
    if (!level) {
      warn("The session could not be checked", error);
      return;
    }
    const browser = browserFacts();
    const candidate = {
      error,
      type: level.type,
      message: messageOf(error),
      path: context?.request?.path ?? withoutQuery(browser.url),
      isLastResort: isLastResort(source),
      now: now(),
    };
    if (!reported.take(candidate) || !session.takeEntry()) return;
    const facts = {
      level,
      error,
      browser,
      person: person(),
      journey: session.journey,
      sessionDuration: session.durationAt(now()),
      now: new Date(now()),
    };
    send(errorLogEntry(facts, context));
  };

  return (source, error, context) => {
    try {
      report(source, error, context);
    } catch {
      // The error that was to be reported is trouble enough.
    }
  };
}

const PAUSE_MS = 1_000;

type Report = { error: unknown; type: ErrorType; message: string; path: string; isLastResort: boolean; now: number };

/**
 * Keeps a single problem from flooding the log: an error is reported once by each source it passes (the call, the
 * query, the boundary), and the same message about the same path once a second.
 */
class ReportedErrors {
  readonly #typesByError = new WeakMap<object, Set<ErrorType>>();
  readonly #lastAt = new Map<string, number>();

  /** True if it was not reported yet; it then counts as reported. */
  take({ error, type, message, path, isLastResort, now }: Report): boolean {
    if (typeof error === "object" && error !== null) {
      const types = this.#typesByError.get(error) ?? new Set();
      if (types.has(type) || (isLastResort && types.size > 0)) return false;
      this.#typesByError.set(error, types.add(type));
    }
    for (const [key, at] of this.#lastAt) if (now - at >= PAUSE_MS) this.#lastAt.delete(key);
    const key = JSON.stringify([type, message, path]);
    if (this.#lastAt.has(key)) return false;
    this.#lastAt.set(key, now);
    return true;
  }
}

type SenderParts = { fetch: typeof globalThis.fetch; token: () => string | null };

/**
 * Bypasses the request client, which reports its failures: a failed report must not lead to another. `keepalive`
 * lets it finish while the page is being left.
 */
export const entrySender =
  ({ fetch, token }: SenderParts) =>
  (entry: ErrorLogEntry): void => {
    const init = requestInit({ method: "POST", body: JSON.stringify(entry), token: token() });
    void fetch("/api/error-logs", { ...init, keepalive: true }).catch(() => undefined);
  };
