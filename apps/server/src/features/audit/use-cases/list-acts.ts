import type { Db } from "../../../platform/db/db.ts";
import { type PageOf, pageOf, placeAfter } from "../../../platform/paging/page-by-age.ts";
import { type Act, type Entity, selectActs } from "../acts.repository.ts";

type Query = { limit: number; cursor?: string | undefined };

/** One page of what was done with something, the newest first. */
export async function listActs(db: Db, entity: Entity, { limit, cursor }: Query): Promise<PageOf<Act>> {
  return pageOf(await selectActs(db, entity, { after: placeAfter(cursor), limit: limit + 1 }), limit);
}
