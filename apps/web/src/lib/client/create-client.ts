import type { Answer } from "./polled-answers.ts";
import { type Call, type Surroundings, sendRequest } from "./send-request.ts";
import { CURRENT_USER_PATH, SESSION_CHECK_LIMIT_MS } from "./session-check.ts";
import { withSession } from "./session-retry.ts";

export type ClientParts = Surroundings & {
  goTo: (path: string) => void;
  onSessionCheckFailed: (error: unknown) => void;
};

export type Client = {
  /** One attempt, and 401 is an answer like others: for asking who is signed in. */
  attempt: <Body>(call: Call) => Promise<Answer<Body>>;
  /** Whoever has lost the session is taken to sign-in. */
  ask: <Body>(call: Call) => Promise<Answer<Body>>;
  /** The same for what is sent in another way. */
  withSession: <Result>(url: string, act: () => Promise<Result>) => Promise<Result>;
};

export function createClient(parts: ClientParts): Client {
  const attempt = <Body>(call: Call) => sendRequest(call, parts) as Promise<Answer<Body>>;

  const isAlive = async () => {
    try {
      await attempt({ url: CURRENT_USER_PATH, timeLimitMs: SESSION_CHECK_LIMIT_MS });
      return true;
    } catch (error) {
      parts.onSessionCheckFailed(error);
      return false;
    }
  };

  const guarded = <Result>(url: string, act: () => Promise<Result>) =>
    withSession(url, act, { isAlive, goTo: parts.goTo });
  return {
    attempt,
    ask: <Body>(call: Call) => guarded(call.url, () => attempt<Body>(call)),
    withSession: guarded,
  };
}
