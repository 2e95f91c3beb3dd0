import { and, asc, desc, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { cursorAfter, isAfter, type PageOf, type Place, pageOf } from "../../platform/paging.ts";
import { type User, users } from "../../schema/accounts.ts";

export type AccountFilter = "pending" | "approved" | "suspended" | "all";

type Page = { status: AccountFilter; search: string | null; after: Place | null; limit: number };

const isSuspended = sql`${users.suspendedAt} is not null`;
const isNotSuspended = sql`${users.suspendedAt} is null`;

/** The pending and suspended conditions must match those of their partial indexes. */
const FILTERS: Record<AccountFilter, SQL | undefined> = {
  pending: and(not(users.isApproved), not(users.isAdmin), isNotSuspended),
  approved: and(sql`${users.isApproved}`, isNotSuspended),
  suspended: isSuspended,
  all: undefined,
};

/** Must match the expression of the index `users_by_text` exactly. */
const text = sql`(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '') || ' ' || ${users.email})`;

const containing = (search: string) => sql`${text} ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

/** Pending accounts are sorted oldest first, like a waiting line; all others newest first. */
export function accountsQuery(db: Db, { status, search, after, limit }: Page) {
  const isOldestFirst = status === "pending";
  const inOrder = isOldestFirst ? asc : desc;
  return db
    .select()
    .from(users)
    .where(
      and(
        FILTERS[status],
        search ? containing(search) : undefined,
        isAfter(after, users, isOldestFirst ? "oldest" : "newest"),
      ),
    )
    .orderBy(inOrder(users.createdAt), inOrder(users.id))
    .limit(limit);
}

async function selectAccounts(db: Db, page: Page): Promise<User[]> {
  return accountsQuery(db, page);
}

type Query = { status: AccountFilter; search?: string | undefined; limit: number; cursor?: string | undefined };

export async function listAccounts(db: Db, { status, search, limit, cursor }: Query): Promise<PageOf<User>> {
  const after = cursorAfter(cursor);
  return pageOf(await selectAccounts(db, { status, search: search || null, after, limit: limit + 1 }), limit);
}
