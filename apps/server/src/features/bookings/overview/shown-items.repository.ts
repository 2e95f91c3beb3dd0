import { inArray } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { items, photosOfItem } from "../../listings/public.ts";
import { photoAddress } from "../../photos/public.ts";

export type ShownItem = {
  id: string;
  title: string;
  cover: string | null;
  placeholder: string | null;
  location: string;
};

/** What a booking shows of its item; also of one that is no longer listed. */
export async function findShownItems(db: Db, ids: readonly string[]): Promise<Map<string, ShownItem>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: items.id, title: items.title, location: items.location, photos: photosOfItem })
    .from(items)
    .where(inArray(items.id, [...new Set(ids)]));
  return new Map(
    rows.map(({ photos: [cover], ...item }) => [
      item.id,
      { ...item, cover: cover ? photoAddress(cover.key) : null, placeholder: cover?.placeholder ?? null },
    ]),
  );
}
