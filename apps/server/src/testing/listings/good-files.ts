import { jpeg } from "./pictures.ts";

const photo = () => jpeg({ width: 30, height: 20 });

/** For each call that takes an upload, a file it accepts. */
export const GOOD_FILES: Record<string, () => Promise<Buffer>> = {
  "POST /api/menus": photo,
  "POST /api/photos": photo,
};
