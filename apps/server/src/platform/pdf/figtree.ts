import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../config/project-root.ts";
import { PdfFont } from "./pdf-font.ts";
import { readTrueTypeFont, type TrueTypeFont } from "./true-type-font.ts";

const FOLDER = join(projectRoot, "apps/server/src/platform/pdf/fonts");

const known = new Map<string, TrueTypeFont>();

/** Read once; a document then writes down for itself what it uses. */
function figtree(weight: "Regular" | "Bold"): PdfFont {
  const name = `Figtree-${weight}`;
  const font = known.get(name) ?? readTrueTypeFont(name, readFileSync(join(FOLDER, `${name.toLowerCase()}.ttf`)));
  known.set(name, font);
  return new PdfFont(font);
}

/** The product's typeface, for one document. */
export const figtreeFonts = () => ({ regular: figtree("Regular"), bold: figtree("Bold") });
