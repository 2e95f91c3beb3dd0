import { PHOTO_MESSAGES } from "@nexby/contract/photos";
import { AppError } from "../../platform/errors/app-error.ts";
import { refusedField } from "../../platform/errors/refused-field.ts";
import { inImageTurn } from "../../platform/images/image-turns.ts";
import { fullWebp } from "../../platform/images/photo-sizes.ts";
import { readPhoto } from "../../platform/images/read-photo.ts";
import type { MenuExtension } from "./menu-keys.ts";

const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n \t]/;
const TRAILER = /startxref[\r\n \t]+\d+[\r\n \t]+%%EOF\s*$/;
const TRAILER_BYTES = 1024;

/** Whole documents only: a header at the very beginning, objects, and the end that says where they are listed. */
function isPdf(bytes: Buffer): boolean {
  const end = bytes.subarray(-TRAILER_BYTES).toString("latin1");
  return HEADER.test(bytes.subarray(0, 16).toString("latin1")) && TRAILER.test(end) && bytes.includes(" obj");
}

type Menu = { extension: MenuExtension; bytes: Buffer };

/** A PDF as it is, a photo as pixels anew. */
export async function readMenu(bytes: Buffer): Promise<Menu> {
  if (isPdf(bytes)) return { extension: "pdf", bytes };
  const photo = inImageTurn(async () => fullWebp(await readPhoto(bytes)));
  return { extension: "webp", bytes: await photo.catch((error: unknown) => Promise.reject(asMenu(error))) };
}

const asMenu = (error: unknown) =>
  error instanceof AppError && error.message === PHOTO_MESSAGES.notAPhoto
    ? refusedField("file", PHOTO_MESSAGES.notAMenu)
    : error;
