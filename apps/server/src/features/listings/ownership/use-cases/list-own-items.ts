import type { Db } from "../../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../../platform/paging/page-by-age.ts";
import { type OwnItemRow, selectOwnItems } from "../own-items-page.repository.ts";

type Query = { limit: number; cursor?: string | undefined };

/** One page of a person's own listings, newest first, the paused ones too. */
export async function listOwnItems(db: Db, ownerId: string, { limit, cursor }: Query): Promise<PageOf<OwnItemRow>> {
  return pageOf(await selectOwnItems(db, ownerId, { after: placeAfter(cursor), limit: limit + 1 }), limit);
}
