import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoragePort } from "../adapters/storage/storage.port.ts";
import { projectRoot } from "../platform/config.ts";
import type { Db } from "../platform/db/db.ts";
import { newId } from "../platform/ids.ts";
import { itemPhotos, photos } from "../schema/photos.ts";
import type { DemoItem } from "./catalogue.ts";
import placeholders from "./photo-placeholders.json" with { type: "json" };

const SIZE = { width: 900, height: 600 };

type Listed = { item: DemoItem; row: { id: string; ownerId: string } };

/** A bundle shows photos of each of its items, so several listings of an owner can share a photo. */
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

function required<Value>(map: ReadonlyMap<string, Value>, name: string): Value {
  const found = map.get(name);
  if (found === undefined) throw new Error(`The demo catalogue names ${name}, of which there is no photo`);
  return found;
}

const photosDirectory = join(projectRoot, "assets/demo-photos");
const AT_ONCE = 8;

/**
 * Copies the demo's photos into the file storage. The last file is stored after all others, so its presence means the
 * copy is complete.
 */
export async function copyDemoPhotos(storage: StoragePort): Promise<void> {
  const entries = await readdir(photosDirectory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const [last, ...others] = files.sort().reverse();
  if (!last) throw new Error(`There are no demo photos in ${photosDirectory}`);
  const existing = await storage.open(keyOf(last));
  existing?.content.destroy();
  if (existing) return;
  const copying = Array.from({ length: AT_ONCE }, async () => {
    for (let file = others.pop(); file; file = others.pop()) await copy(storage, file);
  });
  await Promise.all(copying);
  await copy(storage, last);
}

const keyOf = (file: string) => `demo${file.slice(photosDirectory.length)}`;

async function copy(storage: StoragePort, file: string): Promise<void> {
  const content = await readFile(file);
  await storage.put(keyOf(file), { content, size: content.length });
}
