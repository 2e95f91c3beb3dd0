import { withoutQuery } from "../without-query.ts";

/** Who is signed in. */
export const CURRENT_USER_PATH = "/api/auth/user";

/** When it is asked in order to save a call that was answered with 401. */
export const SESSION_CHECK_LIMIT_MS = 5_000;

/** Its failures are for the console only. */
export const isSessionCheck = (url: string): boolean => withoutQuery(url) === CURRENT_USER_PATH;
