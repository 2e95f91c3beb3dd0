import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { hashToken, newToken } from "../sessions/session-life.ts";
import { identityLinks } from "./identity-links.table.ts";

type IdentityLink = typeof identityLinks.$inferSelect;
type NewIdentityLink = Omit<typeof identityLinks.$inferInsert, "codeHash" | "createdAt">;

const oldest = sql`now() - interval '15 minutes'`;

const isFor = (code: string) => and(eq(identityLinks.codeHash, hashToken(code)), gt(identityLinks.createdAt, oldest));

/** Keeps an identity until the account's owner consents; the code by which they do. */
export async function insertIdentityLink(db: Db, link: NewIdentityLink): Promise<string> {
  const code = newToken();
  await db.insert(identityLinks).values({ ...link, codeHash: hashToken(code) });
  return code;
}

export async function findIdentityLink(db: Db, code: string): Promise<IdentityLink | null> {
  const [link] = await db.select().from(identityLinks).where(isFor(code));
  return link ?? null;
}

/** False when somebody was faster. */
export async function deleteIdentityLink(db: Db, code: string): Promise<boolean> {
  const { rowCount } = await db.delete(identityLinks).where(isFor(code));
  return rowCount === 1;
}

export async function deleteOldIdentityLinks(db: Db): Promise<void> {
  await db.delete(identityLinks).where(lt(identityLinks.createdAt, oldest));
}
