import { loginPath } from "../auth-path.ts";
import { storedToken } from "../auth-token.ts";
import { reportError } from "../error-log/browser-log.ts";
import { callReporter } from "../error-log/report-call.ts";
import { sessionMemory } from "../safe-storage.ts";
import { hearServerTime } from "../server-time.ts";
import { forgetStoredSession } from "../stored-session.ts";
import { warn } from "../warn.ts";
import { createClient } from "./create-client.ts";
import { ApiError } from "./errors.ts";
import { PolledAnswers } from "./polled-answers.ts";

const polled = new PolledAnswers();

/** The one way to our server. */
export const browserClient = createClient({
  fetch: (...request) => fetch(...request),
  origin: () => location.origin,
  token: () => storedToken(sessionMemory),
  polled,
  onTime: hearServerTime,
  warn: (text) => warn(text),
  onFailure: callReporter(reportError),
  onSessionCheckFailed: (error) => {
    if (error instanceof ApiError && error.status === 401) forgetStoredSession();
    reportError("sessionCheck", error);
  },
  // Whoever was here comes back after signing in.
  goTo: () => location.assign(loginPath(location.pathname + location.search)),
});

/** Somebody signed out: what they saw is nobody's any more. */
export const forgetAnswers = (): void => polled.clear();
