import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { StorageFull, type StoragePort } from "../../adapters/storage/storage.port.ts";
import type { SharePicture } from "../../platform/http/page-head.ts";
import { newId } from "../../platform/ids.ts";
import {
  CROPS,
  type Crop,
  croppedWebp,
  fullWebp,
  inImageQueue,
  placeholderOf,
  readPhoto,
  SHARE_SIZE,
  shareJpeg,
} from "../../platform/images.ts";

const FULL_FILE = "full.webp";
const ADDRESS = /^\/media\/([a-z0-9-]+(?:\/[a-z0-9-]+)*)\/full\.webp$/;

/** URL of the full-size photo; the other sizes are in the same folder. */
export const photoAddress = (key: string): string => `/media/${key}/${FULL_FILE}`;

/** Null if the URL is not a photo's. */
export const photoKeyOf = (address: string): string | null => ADDRESS.exec(address)?.[1] ?? null;

export type MenuExtension = "pdf" | "webp";

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const KEY = new RegExp(`^menus/(${UUID})/${UUID}\\.(?:pdf|webp)$`);

/** The key contains the uploader's id and is generated only by the server, so it proves ownership. */
export const newMenuKey = (ownerId: string, extension: MenuExtension): string =>
  `menus/${ownerId}/${newId()}.${extension}`;

export const isOwnMenu = (ownerId: string, key: string): boolean => KEY.exec(key)?.[1] === ownerId;

export const menuAddress = (key: string): string => `/media/${key}`;

export const ADD_AVIF_COPIES = "add_avif_copies";
export const DELETE_PHOTO_FILES = "delete_photo_files";
export const DELETE_UNUSED_MENU = "delete_unused_menu";

type Sizes = { width: number; height: number; placeholder: string; files: { name: string; bytes: Buffer }[] };

export const CROP_NAMES = Object.keys(CROPS) as Crop[];

/** Everything stored on upload: full size, crops and a placeholder. AVIF copies follow later. */
export function makeSizes(bytes: Buffer, person: string): Promise<Sizes> {
  const make = async () => {
    const picture = await readPhoto(bytes);
    const files = [{ name: FULL_FILE, bytes: await fullWebp(picture) }];
    for (const crop of CROP_NAMES) files.push({ name: `${crop}.webp`, bytes: await croppedWebp(picture, crop) });
    const { width, height } = picture;
    return { width, height, placeholder: await placeholderOf(picture), files };
  };
  return inImageQueue(make, { person });
}

const SHARE_FILE = "share.jpg";

/** The photo's picture for link previews; null if the address is not a photo's. */
export function sharePictureOf(address: string | null | undefined, alt: string): SharePicture | null {
  const key = address ? photoKeyOf(address) : null;
  return key === null ? null : { path: `/media/${key}/${SHARE_FILE}`, ...SHARE_SIZE, alt };
}

/** Adds each photo's picture for link previews, made and stored when it is first opened: few photos are ever shared. */
export function withSharePictures(storage: StoragePort): Pick<StoragePort, "open"> {
  const pending = new Map<string, Promise<Buffer | null>>();
  const make = (folder: string) => {
    const made = pending.get(folder) ?? makeSharePicture(storage, folder).finally(() => pending.delete(folder));
    pending.set(folder, made);
    return made;
  };
  return {
    open: async (key) => {
      const stored = await storage.open(key);
      if (stored || !key.endsWith(`/${SHARE_FILE}`)) return stored;
      const bytes = await make(key.slice(0, -SHARE_FILE.length));
      return bytes && { content: Readable.from([bytes]), size: bytes.length, type: "image/jpeg" };
    },
  };
}

async function makeSharePicture(storage: StoragePort, folder: string): Promise<Buffer | null> {
  const full = await storage.open(folder + FULL_FILE);
  if (!full) return null;
  const source = await buffer(full.content);
  const content = await inImageQueue(async () => shareJpeg(await readPhoto(source)));
  try {
    await storage.put(folder + SHARE_FILE, { content, size: content.length });
  } catch (error) {
    // It can be shown without being stored.
    if (!(error instanceof StorageFull)) throw error;
  }
  // The photo may have been deleted in the meantime, before this file was there to be deleted with it.
  const remaining = await storage.open(folder + FULL_FILE);
  remaining?.content.destroy();
  if (!remaining) await storage.remove(folder + SHARE_FILE);
  return content;
}
