import type { Db } from "../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../platform/paging/page-by-age.ts";
import { type PayoutRow, selectPayoutsOf } from "../payouts.repository.ts";

type Asked = { cursor?: string | undefined; limit: number };

/** What was sent to an owner, newest first. */
export async function listPayouts(db: Db, ownerId: string, { cursor, limit }: Asked): Promise<PageOf<PayoutRow>> {
  return pageOf(await selectPayoutsOf(db, ownerId, { after: placeAfter(cursor), limit: limit + 1 }), limit);
}
