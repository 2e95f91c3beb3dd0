import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { PRODUCT_NAME } from "@nexby/domain/kernel/site";
import { projectRoot } from "./config.ts";

const FONT_FOLDER = join(projectRoot, "apps/server/src/platform/pdf/fonts");
/** Both weights have the same characters. */
const FONTS = { regular: join(FONT_FOLDER, "figtree-regular.ttf"), bold: join(FONT_FOLDER, "figtree-bold.ttf") };
/** The ascent of both fonts, as a fraction of the font size. */
const ASCENT = 0.95;

/** Lengths are in points. A US letter page is 612 wide. */
const MARGIN = 56;
const WIDTH = 612 - 2 * MARGIN;
const NAME_WIDTH = 110;
const AMOUNT_WIDTH = 110;
const BODY_SIZE = 10.5;
const LINE_GAP = 3.5;
const INK = "#15211c";
const MUTED = "#57635e";
const LINE = "#d9ded9";
const GREEN = "#0a6b52";

type Weight = keyof typeof FONTS;
type Cell = {
  text: string;
  size?: number;
  weight?: Weight;
  color?: string;
  x?: number;
  width?: number;
  align?: "left" | "right";
};

let knownCharacters: ReadonlySet<number> | undefined;

/** Imports pdfkit on first use, because loading it with its font engine would slow down every server start. */
export async function openPaper(title: string, createdAt: Date): Promise<Paper> {
  const [{ default: PdfDocument }, fontkit] = await Promise.all([import("pdfkit"), import("fontkit")]);
  if (!knownCharacters) {
    const font = fontkit.openSync(FONTS.regular);
    if (!("characterSet" in font)) throw new Error(`${FONTS.regular} is not a single font`);
    knownCharacters = new Set(font.characterSet);
  }
  const document = new PdfDocument({
    size: "LETTER",
    margin: MARGIN,
    font: FONTS.regular,
    pdfVersion: "1.7",
    lang: "en-US",
    displayTitle: true,
    info: { Title: title, Creator: PRODUCT_NAME, CreationDate: createdAt },
  });
  return new Paper(document, knownCharacters);
}

/** A document written from top to bottom, on as many pages as it takes. */
class Paper {
  readonly #document: PDFKit.PDFDocument;
  readonly #knownCharacters: ReadonlySet<number>;

  constructor(document: PDFKit.PDFDocument, characters: ReadonlySet<number>) {
    this.#document = document;
    this.#knownCharacters = characters;
  }

  heading(name: string, documentType: string): void {
    this.#row([
      { text: name, size: 26, weight: "bold", color: GREEN },
      { text: documentType, size: 18, weight: "bold", align: "right" },
    ]);
    this.rule();
  }

  title(text: string): void {
    this.#row([{ text, size: 14, weight: "bold" }]);
    this.#document.y += 6;
  }

  field(name: string, value: string): void {
    this.#row([
      { text: name, width: NAME_WIDTH, color: MUTED },
      { text: value, x: MARGIN + NAME_WIDTH, width: WIDTH - NAME_WIDTH },
    ]);
  }

  amount(label: string, sum: string, weight: Weight = "regular"): void {
    this.#row([
      { text: label, width: WIDTH - AMOUNT_WIDTH, weight },
      { text: sum, x: MARGIN + WIDTH - AMOUNT_WIDTH, width: AMOUNT_WIDTH, weight, align: "right" },
    ]);
    this.#document.y += 2;
  }

  note(text: string): void {
    this.#row([{ text, size: 9, color: MUTED }]);
  }

  rule(): void {
    const y = this.#document.y + 6;
    this.#document.moveTo(MARGIN, y).lineTo(MARGIN + WIDTH, y);
    this.#document.lineWidth(0.75).stroke(LINE);
    this.#document.y = y + 12;
  }

  space(): void {
    this.#document.y += 14;
  }

  finish(): Promise<Buffer> {
    this.#document.end();
    return buffer(this.#document);
  }

  /** Cells side by side on one baseline. A row that doesn't fit on this page starts the next one. */
  #row(cells: readonly Cell[]): void {
    const document = this.#document;
    const ascent = Math.max(...cells.map(({ size = BODY_SIZE }) => ASCENT * size));
    const placed = cells.map((cell) => {
      const { size = BODY_SIZE, weight = "regular", color = INK, x = MARGIN, width = WIDTH, align = "left" } = cell;
      const text = this.#printable(cell.text);
      const options = { width, align, lineGap: LINE_GAP };
      const style = () => document.font(FONTS[weight], size).fillColor(color);
      const top = ascent - ASCENT * size;
      return {
        bottom: top + style().heightOfString(text, options),
        draw: () => style().text(text, x, y + top, options),
      };
    });
    const height = Math.max(...placed.map(({ bottom }) => bottom));
    if (document.y + height > document.page.maxY()) document.addPage();
    const { y } = document;
    for (const { draw } of placed) draw();
    document.y = y + height;
  }

  /** Falls back to the base letter where the font lacks an accented one. */
  #printable(text: string): string {
    const characters = [...text.normalize("NFC").trim().replaceAll(/\s+/gu, " ")];
    return characters.map((character) => (this.#has(character) ? character : this.#baseOf(character))).join("");
  }

  #baseOf(character: string): string {
    const [base = ""] = character.normalize("NFKD");
    return this.#has(base) ? base : character;
  }

  #has(character: string): boolean {
    return this.#knownCharacters.has(character.codePointAt(0) ?? 0);
  }
}
