import { signUp } from "@nexby/contract/accounts/accounts";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { users } from "../../schema/accounts.ts";
import { useTestPayments } from "../bookings/test-payments.ts";
import { call } from "../call.ts";
import { startTestApp, type TestApp } from "../test-app.ts";
import { useTestDatabase } from "../test-database.ts";
import { useCheapPasswords } from "./cheap-passwords.ts";

export const MEMBER_PASSWORD = "a quiet place by the river";

export type Member = { id: string; email: string; headers: Record<string, string> };

type Options = { logger?: Parameters<typeof startTestApp>[0]["logger"] };

/** A server with a card sandbox for the tests of a file, and approved users who sign up. */
export function useMembers({ logger }: Options = {}) {
  useCheapPasswords();
  const database = useTestDatabase();
  const payments = useTestPayments(database);
  let app: TestApp | undefined;
  let count = 0;
  beforeAll(async () => {
    app = await startTestApp({ db: database().db, ...payments().deps, ...(logger && { logger }) });
    payments().deliverTo(app.origin);
  });
  afterAll(() => app?.close());

  const origin = () => app?.origin ?? "";

  const join = async (firstName = "Robin", lastName = "Vale"): Promise<Member> => {
    const { db } = database();
    await db.execute(sql`truncate throttles`);
    count += 1;
    const email = `member${count}@nexby.example`;
    const signUpFields = { password: MEMBER_PASSWORD, confirmPassword: MEMBER_PASSWORD, termsAccepted: true };
    const { body } = await call(origin(), signUp, { body: { firstName, lastName, email, ...signUpFields } });
    await db.update(users).set({ isApproved: true }).where(eq(users.id, body.user.id));
    return { id: body.user.id, email, headers: { authorization: `Bearer ${body.token}` } };
  };

  const storage = () => {
    if (!app) throw new Error("The server is there from beforeAll on");
    return app.storage;
  };

  return { database, payments, origin, storage, join };
}
