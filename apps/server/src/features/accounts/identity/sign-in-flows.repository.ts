import { and, eq, lt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { hashToken } from "../sessions/session-life.ts";
import { signInFlows } from "./sign-in-flows.table.ts";

/** A visit to the identity provider, with the secrets that only the browser and the provider bring back. */
export type SignInFlow = { state: string; browser: string; nonce: string; codeVerifier: string; returnTo: string };

const oldest = sql`now() - interval '10 minutes'`;

export async function insertSignInFlow(db: Db, { state, browser, ...rest }: SignInFlow): Promise<void> {
  await db.insert(signInFlows).values({ stateHash: hashToken(state), browserHash: hashToken(browser), ...rest });
}

/** Once, within ten minutes, and only for the browser that left; for others it is as if there were none. */
export async function takeSignInFlow(db: Db, state: string, browser: string): Promise<SignInFlow | null> {
  const [flow] = await db
    .delete(signInFlows)
    .where(and(eq(signInFlows.stateHash, hashToken(state)), eq(signInFlows.browserHash, hashToken(browser))))
    .returning({
      nonce: signInFlows.nonce,
      codeVerifier: signInFlows.codeVerifier,
      returnTo: signInFlows.returnTo,
      isInTime: sql<boolean>`${signInFlows.createdAt} > ${oldest}`,
    });
  if (!flow?.isInTime) return null;
  const { nonce, codeVerifier, returnTo } = flow;
  return { state, browser, nonce, codeVerifier, returnTo };
}

export async function deleteOldSignInFlows(db: Db): Promise<void> {
  await db.delete(signInFlows).where(lt(signInFlows.createdAt, oldest));
}
