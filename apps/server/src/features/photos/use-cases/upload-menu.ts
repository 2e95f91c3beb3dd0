import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { watchMenu } from "../jobs/remove-unused-menu.ts";
import { newMenuKey } from "../menu-keys.ts";
import { readMenu } from "../read-menu.ts";
import { storeFile } from "../store-file.ts";

type Deps = { db: Db; storage: StoragePort };

/** The key under which the menu is kept; a food truck of the same person may name it. */
export async function uploadMenu({ db, storage }: Deps, ownerId: string, bytes: Buffer): Promise<string> {
  const menu = await readMenu(bytes);
  const key = newMenuKey(ownerId, menu.extension);
  // First, so that a file nobody comes to name is removed whatever happens now.
  await watchMenu(db, key);
  await storeFile(storage, key, menu.bytes);
  return key;
}
