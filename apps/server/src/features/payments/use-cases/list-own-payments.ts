import type { Db } from "../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../platform/paging/page-by-age.ts";
import { type Payment, selectPaymentsOf } from "../payments.repository.ts";

type Asked = { cursor?: string | undefined; limit: number };

/** What a person has paid, the newest first. */
export async function listOwnPayments(db: Db, personId: string, { cursor, limit }: Asked): Promise<PageOf<Payment>> {
  const rows = await selectPaymentsOf(db, personId, { after: placeAfter(cursor), limit: limit + 1 });
  return pageOf(rows, limit);
}
