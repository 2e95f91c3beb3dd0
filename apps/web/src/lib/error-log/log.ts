import type { ErrorLogEntry } from "@nexby/contract/error-logs";
import { warn as warnInConsole } from "../warn.ts";
import { withoutQuery } from "../without-query.ts";
import type { BrowserFacts } from "./browser-facts.ts";
import { type Circumstances, errorLogEntry, type LoggedPerson, messageOf } from "./entry.ts";
import { type ErrorSource, isLastResort, levelOf } from "./levels.ts";
import type { LogSession } from "./log-session.ts";
import { ReportedErrors } from "./reported-errors.ts";

export type ReportError = (source: ErrorSource, error: unknown, circumstances?: Circumstances) => void;

type Parts = {
  send: (entry: ErrorLogEntry) => void;
  browserFacts: () => BrowserFacts;
  /** Null is a visitor. */
  person: () => LoggedPerson | null;
  session: LogSession;
  warn?: (text: string, error: unknown) => void;
  now?: () => number;
};

/** Nobody waits for a report, and a report that fails is not reported: whatever happens in here, it never throws. */
export function createErrorLog(parts: Parts): ReportError {
  const { send, browserFacts, person, session, warn = warnInConsole, now = Date.now } = parts;
  const reported = new ReportedErrors();

  const report: ReportError = (source, error, circumstances) => {
    const level = levelOf(source, error);
    if (!level) {
      warn("The session could not be checked", error);
      return;
    }
    const browser = browserFacts();
    const news = {
      error,
      type: level.type,
      message: messageOf(error),
      path: circumstances?.request?.path ?? withoutQuery(browser.url),
      isLastResort: isLastResort(source),
      now: now(),
    };
    if (!reported.take(news) || !session.takeEntry()) return;
    const facts = {
      level,
      error,
      browser,
      person: person(),
      journey: session.journey,
      sessionDuration: session.durationAt(now()),
      now: new Date(now()),
    };
    send(errorLogEntry(facts, circumstances));
  };

  return (source, error, circumstances) => {
    try {
      report(source, error, circumstances);
    } catch {
      // The error that was to be reported is trouble enough.
    }
  };
}
