import type { Db } from "../../platform/db/db.ts";
import { searchItems } from "../search/public.ts";
import { selectCandidates } from "./saved-search-alerts.repository.ts";
import type { SavedSearchRow } from "./saved-searches.repository.ts";
import { filterOf } from "./search-query.ts";

export type FreshItem = Awaited<ReturnType<typeof selectCandidates>>[number];

const PAGE_SIZE = 50;
/** Of a search that finds very much, the newest are looked at. */
const MOST_PAGES = 4;

type Wanted = { since: Date; most: number };

/** Items listed since then that fit, the newest first: not the person's own, and none the search has told of. */
export async function findFreshItems(db: Db, search: SavedSearchRow, { since, most }: Wanted): Promise<FreshItem[]> {
  const fresh: FreshItem[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && fresh.length < most; page += 1) {
    const found = await searchItems(db, { ...filterOf(search), sort: "newest", limit: PAGE_SIZE, cursor });
    const candidates = await inOrder(db, search.id, found.items);
    const recent = candidates.filter(({ createdAt }) => createdAt > since);
    fresh.push(...recent.filter(({ isTold, ownerId }) => !isTold && ownerId !== search.userId));
    if (recent.length < candidates.length || found.nextCursor === null) break;
    cursor = found.nextCursor;
  }
  return fresh.slice(0, most);
}

async function inOrder(db: Db, searchId: string, found: readonly { id: string }[]): Promise<FreshItem[]> {
  const ids = found.map(({ id }) => id);
  const known = new Map((await selectCandidates(db, searchId, ids)).map((item) => [item.id, item]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
