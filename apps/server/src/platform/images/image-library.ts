import type sharp from "sharp";

export type ImageLibrary = typeof sharp;

let library: Promise<ImageLibrary> | undefined;

/** All that may read what people send. The library knows many more formats, some of which run programs or fetch files. */
const READERS = ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}Buffer`);

/** Only when it is needed: most processes never see a photo. */
export function loadImageLibrary(): Promise<ImageLibrary> {
  library ??= import("sharp").then(({ default: loaded }) => {
    loaded.block({ operation: ["VipsForeignLoad"] });
    loaded.unblock({ operation: READERS });
    // No photo is read twice, and how many threads work at a time is decided by who takes turns.
    loaded.cache(false);
    loaded.concurrency(1);
    return loaded;
  });
  return library;
}
