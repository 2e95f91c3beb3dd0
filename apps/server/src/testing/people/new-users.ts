import { getCurrentUser, signUp } from "@nexby/contract/accounts/accounts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { call, callExpectingError } from "../call.ts";
import { startTestApp, type TestApp } from "../test-app.ts";
import { useTestDatabase } from "../test-database.ts";
import { cookieJar } from "./browser-like.ts";
import { useCheapPasswords } from "./cheap-passwords.ts";

type Headers = Record<string, string>;

/** A server for the tests of a file, with users who sign up. */
export function useNewUsers({ hasCheapPasswords = true } = {}) {
  if (hasCheapPasswords) useCheapPasswords();
  const database = useTestDatabase();
  let app: TestApp | undefined;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db });
  });
  afterAll(() => app?.close());

  const origin = () => app?.origin ?? "";

  /** Prevents rate limits from carrying over between tests. */
  const resetThrottles = () => database().db.execute(sql`truncate throttles`);

  const newcomer = (changes: object = {}) => {
    count += 1;
    return {
      firstName: "Robin",
      lastName: "Vale",
      email: `robin${count}@nexby.example`,
      password: "a quiet place by the river",
      confirmPassword: "a quiet place by the river",
      termsAccepted: true,
      ...changes,
    };
  };

  const register = async (changes: object = {}) => {
    await resetThrottles();
    const body = newcomer(changes);
    const jar = cookieJar();
    const response = await call(origin(), signUp, { body });
    jar.take(response);
    return { jar, credentials: { email: body.email, password: body.password }, ...response.body };
  };

  const whoAmI = (headers: Headers) => call(origin(), getCurrentUser, { headers });
  const isSignedOut = async (headers: Headers) =>
    (await callExpectingError(origin(), getCurrentUser, { headers })).status === 401;

  return { database, origin, resetThrottles, newcomer, register, whoAmI, isSignedOut };
}
