import type { Db } from "../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../platform/paging/page-by-age.ts";
import { type DifferencesPage, type KeptDifference, selectDifferences } from "../differences.repository.ts";

type Query = Pick<DifferencesPage, "status" | "limit"> & { cursor?: string | undefined };

/** One page, newest first. */
export async function listDifferences(db: Db, { status, limit, cursor }: Query): Promise<PageOf<KeptDifference>> {
  return pageOf(await selectDifferences(db, { status, after: placeAfter(cursor), limit: limit + 1 }), limit);
}
