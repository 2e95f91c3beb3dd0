import { inImageTurn } from "../../platform/images/image-turns.ts";
import { CROPS, type Crop, croppedWebp, fullWebp, placeholderOf } from "../../platform/images/photo-sizes.ts";
import { readPhoto } from "../../platform/images/read-photo.ts";

type Sizes = { width: number; height: number; placeholder: string; files: { name: string; bytes: Buffer }[] };

export const CROP_NAMES = Object.keys(CROPS) as Crop[];

/** All that is kept of a photo at once: its full size, the crops, a placeholder. */
export function makeSizes(bytes: Buffer): Promise<Sizes> {
  return inImageTurn(async () => {
    const picture = await readPhoto(bytes);
    const files = [{ name: "full.webp", bytes: await fullWebp(picture) }];
    for (const crop of CROP_NAMES) files.push({ name: `${crop}.webp`, bytes: await croppedWebp(picture, crop) });
    const { width, height } = picture;
    return { width, height, placeholder: await placeholderOf(picture), files };
  });
}
