import { sessionMemory } from "../safe-storage.ts";
import type { ReportError } from "./log.ts";
import { LogSession } from "./log-session.ts";

const session = new LogSession(sessionMemory, Date.now());

let loading: Promise<ReportError> | undefined;

/** Most visits have no error to report: the code for it comes with the first. */
const loadReporter = () => import("./browser-reporter.ts").then((module) => module.browserReporter(session));

/** Tells the server of an error in this browser. */
export const reportError: ReportError = (source, error, circumstances) => {
  loading ??= loadReporter();
  // Without its code there is no report. The error itself is trouble enough.
  loading.then((report) => report(source, error, circumstances)).catch(() => undefined);
};

/** For the way a person came, which is told along with an error. */
export const rememberVisit = (path: string): void => session.visit(path);
