import type { Db } from "../../platform/db/db.ts";
import { selectBookable } from "./bookable.repository.ts";
import type { ResolvedSearch } from "./resolve-search.ts";
import { isInArea } from "./search-area.ts";
import type { Position as Place } from "./search-cursor.ts";
import { type Found, placeOfFound, type Source } from "./search-source.ts";

/** What one request looks at before it answers with what it has, and where to go on. */
export const MOST_EXAMINED = 2000;

/** Of listings that may be taken, about as many again. */
const triedFor = ({ stay }: ResolvedSearch, limit: number) => (limit + 1) * (stay ? 2 : 1);

type Ask = { source: Source; after: Place | null; limit: number };
type Filled = { found: Found[]; resume: Place | null };

/** Reads until the page is full. */
export async function fillPage(db: Db, search: ResolvedSearch, { source, after, limit }: Ask): Promise<Filled> {
  const found: Found[] = [];
  let place = after;
  let wanted = triedFor(search, limit);
  for (let examined = 0; ; wanted *= 2) {
    const batch = await source(place, wanted);
    await addFitting(db, search, { found, rows: batch.rows, limit });
    const last = found[limit - 1];
    if (found.length > limit && last) return { found: found.slice(0, limit), resume: placeOfFound(last) };
    if (batch.isDone) return { found, resume: null };
    place = batch.end;
    examined += batch.rows.length;
    if (examined >= MOST_EXAMINED) return { found, resume: place };
  }
}

type Adding = { found: Found[]; rows: readonly Found[]; limit: number };

/** Whether a listing is inside and free is asked last, and of no more than are likely to be shown. */
export async function addFitting(db: Db, search: ResolvedSearch, { found, rows, limit }: Adding): Promise<void> {
  const inside = rows.filter((row) => !search.area || isInArea(search.area, row));
  if (!search.stay) {
    found.push(...inside);
    return;
  }
  let size = triedFor(search, limit);
  for (let at = 0; at < inside.length && found.length <= limit; at += size, size *= 2) {
    const asked = inside.slice(at, at + size);
    const ids = asked.map(({ itemId }) => itemId);
    const bookable = await selectBookable(db, ids, search.stay);
    found.push(...asked.filter(({ itemId }) => bookable.has(itemId)));
  }
}
