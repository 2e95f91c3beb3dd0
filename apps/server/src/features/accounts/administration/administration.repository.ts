import { and, asc, desc, not, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { isAfter, type Place } from "../../../platform/paging/page-by-age.ts";
import type { User } from "../users.repository.ts";
import { users } from "../users.table.ts";

export type AccountFilter = "pending" | "approved" | "suspended" | "all";

type Page = { status: AccountFilter; search: string | null; after: Place | null; limit: number };

const isSuspended = sql`${users.suspendedAt} is not null`;
const isNotSuspended = sql`${users.suspendedAt} is null`;

/** The conditions of pending and suspended are those of their partial indexes. */
const FILTERS: Record<AccountFilter, SQL | undefined> = {
  pending: and(not(users.isApproved), not(users.isAdmin), isNotSuspended),
  approved: and(sql`${users.isApproved}`, isNotSuspended),
  suspended: isSuspended,
  all: undefined,
};

/** To the letter the expression of the index `users_by_text`. */
const text = sql`(coalesce(${users.firstName}, '') || ' ' || coalesce(${users.lastName}, '') || ' ' || ${users.email})`;

const containing = (search: string) => sql`${text} ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`;

/** Who waits for approval waits in line: oldest first. All others newest first. */
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

export async function selectAccounts(db: Db, page: Page): Promise<User[]> {
  return accountsQuery(db, page);
}
