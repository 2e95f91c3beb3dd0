import { wait } from "../wait.ts";
import { withoutQuery } from "../without-query.ts";
import { ApiError } from "./errors.ts";

type Session = {
  /** Asks the server; never throws. */
  isAlive: () => Promise<boolean>;
  /** Leaves the page. */
  goTo: (path: string) => void;
};

const SIGN_IN_PATH = "/api/auth/email-signin";
const LOGIN_PATH = "/api/login";
const MOST_ATTEMPTS = 3;
const PAUSE_MS = 100;

/** Wrong passwords are answered with 401 as well: they say nothing about the session. */
const isSessionLost = (url: string, error: unknown): boolean =>
  error instanceof ApiError &&
  error.status === 401 &&
  error.code !== "wrong_credentials" &&
  withoutQuery(url) !== SIGN_IN_PATH;

/** A session may be renewed while a call is on its way: 401 is believed only after it was looked after. */
export async function withSession<Result>(url: string, act: () => Promise<Result>, session: Session): Promise<Result> {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (!isSessionLost(url, error)) throw error;
    }
    if (attempt < MOST_ATTEMPTS && (await session.isAlive())) await wait(PAUSE_MS * attempt);
  }
  session.goTo(LOGIN_PATH);
  throw new ApiError({ status: 401, message: "Authentication failed - redirecting to login" });
}
