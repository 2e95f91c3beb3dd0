import type { Db } from "../../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../../platform/paging/page-by-age.ts";
import type { User } from "../../users.repository.ts";
import { type AccountFilter, selectAccounts } from "../administration.repository.ts";

type Query = { status: AccountFilter; search?: string | undefined; limit: number; cursor?: string | undefined };

/** One page of accounts for administrators. */
export async function listAccounts(db: Db, { status, search, limit, cursor }: Query): Promise<PageOf<User>> {
  const after = placeAfter(cursor);
  return pageOf(await selectAccounts(db, { status, search: search || null, after, limit: limit + 1 }), limit);
}
