import { MOST_MEGAPIXELS, PHOTO_MESSAGES } from "@nexby/contract/photos";
import type { Metadata } from "sharp";
import type { AppError } from "../errors/app-error.ts";
import { refusedField } from "../errors/refused-field.ts";
import { type ImageLibrary, loadImageLibrary } from "./image-library.ts";

/** Nothing but pixels, red, green and blue in sRGB: no form of metadata could be left in it. */
export type Picture = { pixels: Buffer; width: number; height: number };

const LONGEST_SIDE = 1600;
const MOST_PIXELS = MOST_MEGAPIXELS * 1_000_000;
const MOST_SECONDS = 20;

/** Only the first image of a file, and not one of which a part is missing. */
const STRICT = { failOn: "error", sequentialRead: true, pages: 1 } as const;

const refused = (message: string): AppError => refusedField("file", message);

/**
 * The photo in a file, upright and at most 1600 pixels long. What the file is, is decided by what can be read from it,
 * whatever its name or sender says.
 */
export async function readPhoto(bytes: Buffer): Promise<Picture> {
  const sharp = await loadImageLibrary();
  const header = bytes.length > 0 ? await readHeader(sharp, bytes) : null;
  if (!header || !isPhoto(header)) throw refused(PHOTO_MESSAGES.notAPhoto);
  if (header.width * header.height > MOST_PIXELS) throw refused(PHOTO_MESSAGES.tooManyPixels);
  try {
    const { data, info } = await sharp(bytes, { ...STRICT, limitInputPixels: MOST_PIXELS })
      .timeout({ seconds: MOST_SECONDS })
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { pixels: data, width: info.width, height: info.height };
  } catch {
    throw refused(PHOTO_MESSAGES.damaged);
  }
}

/** What it says about its size is asked before any pixel is unpacked. */
async function readHeader(sharp: ImageLibrary, bytes: Buffer): Promise<Metadata | null> {
  return sharp(bytes, { ...STRICT, limitInputPixels: false })
    .metadata()
    .catch(() => null);
}

/** HEIF is a family: of its members only AVIF is one that every browser can send and we can read. */
function isPhoto({ format, compression }: Metadata): boolean {
  return format === "jpeg" || format === "png" || format === "webp" || (format === "heif" && compression === "av1");
}
