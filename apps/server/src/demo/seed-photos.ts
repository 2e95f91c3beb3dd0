import { itemPhotos } from "../features/listings/public.ts";
import { photos } from "../features/photos/public.ts";
import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids/new-id.ts";
import type { DemoItem } from "./catalogue.ts";
import placeholders from "./photo-placeholders.json" with { type: "json" };

const SIZE = { width: 900, height: 600 };

type Listed = { item: DemoItem; row: { id: string; ownerId: string } };

/** A set of things shows photos of each, so that a photo may belong to several of its owner's listings. */
const namesOf = ({ slug, photos: names = [1, 2, 3].map((number) => `${slug}-${number}`) }: DemoItem) => names;

export async function insertPhotos(db: Db, listed: readonly Listed[]): Promise<void> {
  const shown = listed.flatMap(({ item, row }) =>
    namesOf(item).map((name, index) => ({ name, ownerId: row.ownerId, itemId: row.id, position: index + 1 })),
  );
  const rows = new Map(shown.map(({ name, ownerId }) => [name, photoRow(name, ownerId)]));
  await db.insert(photos).values([...rows.values()]);
  await db
    .insert(itemPhotos)
    .values(shown.map(({ name, itemId, position }) => ({ itemId, photoId: required(rows, name).id, position })));
}

const photoRow = (name: string, ownerId: string) => ({
  ...SIZE,
  id: newId(),
  ownerId,
  key: `demo/${name}`,
  placeholder: required(new Map(Object.entries(placeholders)), name),
  unusedSince: null,
});

function required<Value>(known: ReadonlyMap<string, Value>, name: string): Value {
  const found = known.get(name);
  if (found === undefined) throw new Error(`The demo catalogue names ${name}, of which there is no photo`);
  return found;
}
