import type { CallFailure } from "../api/send-request.ts";
import { sessionMemory } from "../browser/storage.ts";
import { LogSession, type ReportError } from "./log-session.ts";

const session = new LogSession(sessionMemory, Date.now());

let loading: Promise<ReportError> | undefined;

/** Most visits have no error to report: the code for it comes with the first. */
const loadReporter = () => import("./error-reporter.ts").then((module) => module.browserReporter(session));

/** Tells the server of an error in this browser. */
export const reportError: ReportError = (source, error, circumstances) => {
  loading ??= loadReporter();
  // Without its code there is no report. The error itself is trouble enough.
  loading.then((report) => report(source, error, circumstances)).catch(() => undefined);
};

/** For the way a person came, which is told along with an error. */
export const rememberVisit = (path: string): void => session.visit(path);

/** For the request client: each answer that is an error is reported. */
export const callReporter =
  (report: ReportError) =>
  ({ method, path, error, milliseconds }: CallFailure): void =>
    report("api", error, { request: { method, path, status: error.status, milliseconds } });

/** Reports what nobody caught, until the returned function is called. */
export function followUncaughtErrors(target: EventTarget, report: ReportError): () => void {
  // Scripts of other origins tell a message only.
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
