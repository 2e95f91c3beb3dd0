import { availableParallelism } from "node:os";
import { MAX_MEGAPIXELS, PHOTO_MESSAGES } from "@nexby/contract/listings/photos";
import type sharp from "sharp";
import type { Metadata } from "sharp";
import { type AppError, fieldError } from "./errors.ts";
import { createQueue } from "./process.ts";

type ImageLibrary = typeof sharp;

let library: Promise<ImageLibrary> | undefined;

/** The only loaders allowed for uploads. The library has many more, some of which run programs or fetch files. */
const READERS = ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`);

/** Loaded on first use, because most processes never handle a photo. */
function loadImageLibrary(): Promise<ImageLibrary> {
  library ??= import("sharp").then(({ default: loaded }) => {
    loaded.block({ operation: ["VipsForeignLoad"] });
    loaded.unblock({ operation: READERS });
    // No photo is read twice, and the image queue limits how many threads run at once.
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  });
  return library;
}

/** Uses at most half of the cores and leaves the rest to requests. Each waiting task holds a file in memory. */
export const inImageQueue = createQueue({
  atOnce: Math.max(1, Math.floor(availableParallelism() / 2)),
  mostWaiting: 24,
});

/** Sizes besides the full one: a card, and a card on a 2x screen. Cropped to this aspect ratio where needed. */
export const CROPS = {
  "800x534": { width: 800, height: 534 },
  "400x267": { width: 400, height: 267 },
} as const;
export type Crop = keyof typeof CROPS;

const WEBP = { quality: 80 };
const JPEG = { quality: 80 };
/** Encoding a card takes about a second, so it never happens while a user waits. */
const AVIF = { quality: 50, effort: 4 };

const PLACEHOLDER_SIDE = 12;
const PLACEHOLDER = { quality: 20, effort: 6 };

async function imageOf({ pixels, width, height }: Picture) {
  const sharp = await loadImageLibrary();
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const croppedTo = async (picture: Picture, crop: Crop) =>
  (await imageOf(picture)).resize({ ...CROPS[crop], fit: "cover" });

export const fullWebp = async (picture: Picture): Promise<Buffer> => (await imageOf(picture)).webp(WEBP).toBuffer();

export const croppedWebp = async (picture: Picture, crop: Crop): Promise<Buffer> =>
  (await croppedTo(picture, crop)).webp(WEBP).toBuffer();

export const croppedAvif = async (picture: Picture, crop: Crop): Promise<Buffer> =>
  (await croppedTo(picture, crop)).avif(AVIF).toBuffer();

/** The size that link previews ask for. */
export const SHARE_SIZE = { width: 1200, height: 630 };

export const shareJpeg = async (picture: Picture): Promise<Buffer> =>
  (await imageOf(picture))
    .resize({ ...SHARE_SIZE, fit: "cover" })
    .jpeg(JPEG)
    .toBuffer();

/** A tiny data URL, shown blurred until the photo has loaded. */
export async function placeholderOf(picture: Picture): Promise<string> {
  const image = await imageOf(picture);
  const bytes = await image
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: "inside" })
    .webp(PLACEHOLDER)
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString("base64")}`;
}

/** Raw sRGB pixels only, so that no metadata can remain. */
type Picture = { pixels: Buffer; width: number; height: number };

const MAX_SIDE = 1600;
const MAX_PIXELS = MAX_MEGAPIXELS * 1_000_000;
const MAX_SECONDS = 20;

/** Reads only the first image of a file and rejects incomplete ones. */
const STRICT = { failOn: "error", sequentialRead: true, pages: 1 } as const;

const photoError = (message: string): AppError => fieldError("file", message);

/**
 * Decodes a photo, upright and at most 1600 pixels on its longer side. The content decides the format, not the name or
 * the sender's content type.
 */
export async function readPhoto(bytes: Buffer): Promise<Picture> {
  const sharp = await loadImageLibrary();
  const header = bytes.length > 0 ? await readHeader(sharp, bytes) : null;
  if (!header || !isPhoto(header)) throw photoError(PHOTO_MESSAGES.notAPhoto);
  if (header.width * header.height > MAX_PIXELS) throw photoError(PHOTO_MESSAGES.tooManyPixels);
  try {
    const { data, info } = await sharp(bytes, { ...STRICT, limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .flatten({ background: "#ffffff" })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { pixels: data, width: info.width, height: info.height };
  } catch {
    throw photoError(PHOTO_MESSAGES.damaged);
  }
}

/** Reads the declared size before any pixel is decoded. */
async function readHeader(sharp: ImageLibrary, bytes: Buffer): Promise<Metadata | null> {
  return sharp(bytes, { ...STRICT, limitInputPixels: false })
    .metadata()
    .catch(() => null);
}

/** HEIF is a family of formats; AVIF is the only one that every browser can send and we can read. */
function isPhoto({ format, compression }: Metadata): boolean {
  return format === "jpeg" || format === "png" || format === "webp" || (format === "heif" && compression === "av1");
}
