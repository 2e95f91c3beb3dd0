import { sessionMemory } from "../browser/storage.ts";
import { callReporter, reportError } from "../errors/error-log.ts";
import { warn } from "../errors/log-session.ts";
import { loginPath, withoutQuery } from "../paths.ts";
import { readServerTime } from "../server-time.ts";
import { clearStoredSession, storedToken } from "../stored-session.ts";
import { ApiError } from "./errors.ts";
import { type ApiResponse, PolledResponses } from "./read-response.ts";
import { type Call, type RequestDeps, sendRequest } from "./send-request.ts";

export type ClientParts = RequestDeps & {
  goTo: (path: string) => void;
  onSessionCheckFailed: (error: unknown) => void;
};

export type Client = {
  /** Single attempt for which a 401 is like any other error; used to ask who is signed in. */
  attempt: <Body>(call: Call) => Promise<ApiResponse<Body>>;
  /** Lets the user sign in again when the session is lost, or goes to sign-in. */
  ask: <Body>(call: Call) => Promise<ApiResponse<Body>>;
  /** The same for requests that are sent in another way. */
  withSession: <Result>(url: string, send: () => Promise<Result>) => Promise<Result>;
};

export function createClient(parts: ClientParts): Client {
  const attempt = <Body>(call: Call) => sendRequest(call, parts) as Promise<ApiResponse<Body>>;

  const guarded = async <Result>(url: string, send: () => Promise<Result>): Promise<Result> => {
    try {
      return await send();
    } catch (error) {
      const isLost = (reason: unknown) => isSessionLost(url, reason);
      if (!isLost(error)) throw error;
      const { sendAgain } = await import("./lost-session.ts");
      return sendAgain(send, { ...parts, attempt, isLost });
    }
  };
  return {
    attempt,
    ask: <Body>(call: Call) => guarded(call.url, () => attempt<Body>(call)),
    withSession: guarded,
  };
}

const SIGN_IN_PATH = "/api/auth/email-signin";

/** A wrong password also gets a 401, which says nothing about the session. */
const isSessionLost = (url: string, error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 401 &&
  error.code !== "wrong_credentials" &&
  withoutQuery(url) !== SIGN_IN_PATH;

const polled = new PolledResponses();

/** The only way to our server. */
export const browserClient = createClient({
  fetch: (...request) => fetch(...request),
  origin: () => location.origin,
  token: () => storedToken(sessionMemory),
  polled,
  onTime: readServerTime,
  warn: (text) => warn(text),
  onFailure: callReporter(reportError),
  onSessionCheckFailed: (error) => {
    if (error instanceof ApiError && error.status === 401) clearStoredSession();
    reportError("sessionCheck", error);
  },
  // The user comes back to this page after signing in.
  goTo: () => location.assign(loginPath(location.pathname + location.search)),
});

/** Cached responses must not outlive the session they belong to. */
export const clearPolledResponses = (): void => polled.clear();
