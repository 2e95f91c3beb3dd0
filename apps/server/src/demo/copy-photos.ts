import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoragePort } from "../adapters/storage/storage.port.ts";
import { projectRoot } from "../platform/config/project-root.ts";

const photosDirectory = join(projectRoot, "apps/server/src/demo/photos");
const AT_ONCE = 8;

/** The demo's photos, where uploads are too. The last one is stored when all others are: if it is there, all are. */
export async function copyDemoPhotos(storage: StoragePort): Promise<void> {
  const entries = await readdir(photosDirectory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const [last, ...others] = files.sort().reverse();
  if (!last) throw new Error(`There are no demo photos in ${photosDirectory}`);
  const known = await storage.open(keyOf(last));
  known?.content.destroy();
  if (known) return;
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
