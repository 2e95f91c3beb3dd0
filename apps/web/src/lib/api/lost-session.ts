import { signInPrompt } from "../sign-in-prompt.ts";
import { lastSeen } from "../stored-session.ts";
import { ApiError } from "./errors.ts";
import { CURRENT_USER_PATH } from "./request.ts";
import { type Call, wait } from "./send-request.ts";

/** Loaded after the first 401, because most visits never need it. */

type Session = {
  attempt: (call: Call) => Promise<unknown>;
  /** True if the error means that there is no session. */
  isLost: (error: unknown) => boolean;
  onSessionCheckFailed: (error: unknown) => void;
  /** Leaves the page. */
  goTo: (path: string) => void;
};

const LOGIN_PATH = "/api/login";
const MAX_ATTEMPTS = 3;
const PAUSE_MS = 100;
const CHECK_LIMIT_MS = 5_000;

/**
 * Sends a request again whose first attempt got a 401. A session may be renewed while a request is in flight, so a 401
 * counts only after the session was checked. When it has ended, the user may sign in again in between.
 */
export async function sendAgain<Result>(send: () => Promise<Result>, session: Session): Promise<Result> {
  let mayAsk = true;
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    const isAlive = await isSessionAlive(session);
    if (isAlive) await wait(PAUSE_MS * attempt);
    else if (isAlive === false && mayAsk) mayAsk = await signInAgain();
    try {
      return await send();
    } catch (error) {
      if (!session.isLost(error)) throw error;
    }
  }
  session.goTo(LOGIN_PATH);
  throw new ApiError({ status: 401, message: "Authentication failed - redirecting to login" });
}

/** Asks the server; null if it didn't say. */
async function isSessionAlive({ attempt, onSessionCheckFailed }: Session): Promise<boolean | null> {
  try {
    await attempt({ url: CURRENT_USER_PATH, timeLimitMs: CHECK_LIMIT_MS });
    return true;
  } catch (error) {
    onSessionCheckFailed(error);
    return error instanceof ApiError && error.status === 401 ? false : null;
  }
}

let answer: Promise<boolean> | null = null;

/** One dialog for all requests that wait. Visitors never had a session that could end. */
function signInAgain(): Promise<boolean> {
  if (!lastSeen.user) return Promise.resolve(false);
  answer ??= new Promise<boolean>((resolve) => signInPrompt.set(resolve)).finally(() => {
    answer = null;
    signInPrompt.set(null);
  });
  return answer;
}
