import type { Db } from "../../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../../platform/paging/page-by-age.ts";
import { type ItemRow, selectItems } from "../items.repository.ts";

type Query = {
  limit: number;
  cursor?: string | undefined;
  category?: string | undefined;
  owner?: string | undefined;
};

/** One page of items, newest first. */
export async function listItems(db: Db, { limit, cursor, category, owner }: Query): Promise<PageOf<ItemRow>> {
  const rows = await selectItems(db, {
    after: placeAfter(cursor),
    category: category ?? null,
    owner: owner ?? null,
    limit: limit + 1,
  });
  return pageOf(rows, limit);
}
