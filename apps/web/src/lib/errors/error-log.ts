import type { CallFailure } from "../api/send-request.ts";
import { sessionMemory } from "../browser/storage.ts";
import { LogSession, type ReportError } from "./log-session.ts";

const session = new LogSession(sessionMemory, Date.now());

let loading: Promise<ReportError> | undefined;

/** Most visits have no error to report, so the code for it loads with the first. */
const loadReporter = () => import("./error-reporter.ts").then((module) => module.browserReporter(session));

/** Reports an error in this browser to the server. */
export const reportError: ReportError = (source, error, context) => {
  loading ??= loadReporter();
  // Without its code there is no report; the original error is trouble enough.
  loading.then((report) => report(source, error, context)).catch(() => undefined);
};

/** Records the user's journey, which is sent along with an error. */
export const rememberVisit = (path: string): void => session.visit(path);

/** For the request client: reports every error response. */
export const callReporter =
  (report: ReportError) =>
  ({ method, path, error, milliseconds }: CallFailure): void =>
    report("api", error, { request: { method, path, status: error.status, milliseconds } });

/** Reports uncaught errors until the returned function is called. */
export function followUncaughtErrors(target: EventTarget, report: ReportError): () => void {
  // Scripts of other origins provide only a message.
  const onError = (event: Event) => {
    const { error, message } = event as ErrorEvent;
    report("uncaught", error ?? message);
  };
  const onRejection = (event: Event) => report("rejection", (event as PromiseRejectionEvent).reason);

  target.addEventListener("error", onError);
  target.addEventListener("unhandledrejection", onRejection);
  return () => {
    target.removeEventListener("error", onError);
    target.removeEventListener("unhandledrejection", onRejection);
  };
}
