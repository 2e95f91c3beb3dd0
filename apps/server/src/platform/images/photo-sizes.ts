import { loadImageLibrary } from "./image-library.ts";
import type { Picture } from "./read-photo.ts";

/** Beside the full size: a card, and a card on a screen with twice the pixels. Cut to their form where needed. */
export const CROPS = {
  "800x534": { width: 800, height: 534 },
  "400x267": { width: 400, height: 267 },
} as const;
export type Crop = keyof typeof CROPS;

const WEBP = { quality: 80 };
/** About a second for a card, so that this is never done while somebody waits. */
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

/** A few pixels as a data address, to be shown blurred until the photo is there. */
export async function placeholderOf(picture: Picture): Promise<string> {
  const image = await imageOf(picture);
  const bytes = await image
    .resize({ width: PLACEHOLDER_SIDE, height: PLACEHOLDER_SIDE, fit: "inside" })
    .webp(PLACEHOLDER)
    .toBuffer();
  return `data:image/webp;base64,${bytes.toString("base64")}`;
}
