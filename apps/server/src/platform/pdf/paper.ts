import { PAGE, PdfDocument } from "./pdf-document.ts";
import type { PdfFont } from "./pdf-font.ts";
import { wrapText } from "./wrap-text.ts";

type Fonts = { regular: PdfFont; bold: PdfFont };
type Weight = keyof Fonts;

const MARGIN = 56;
const WIDTH = PAGE.width - 2 * MARGIN;
const NAMES_WIDTH = 110;
const AMOUNTS_WIDTH = 110;
const INK = [0.08, 0.13, 0.11] as const;
const MUTED = [0.34, 0.39, 0.37] as const;
const LINE = [0.85, 0.87, 0.85] as const;
const GREEN = [0.04, 0.42, 0.32] as const;

/** A paper written from top to bottom, on as many pages as it takes. */
export class Paper {
  readonly #document: PdfDocument;
  readonly #fonts: Fonts;
  #y = MARGIN;

  constructor(title: string, fonts: Fonts) {
    this.#fonts = fonts;
    this.#document = new PdfDocument(title, [fonts.regular, fonts.bold]);
  }

  heading(name: string, what: string): void {
    this.#line(28);
    this.#write(name, { size: 24, weight: "bold", color: GREEN });
    this.#write(what, { size: 18, weight: "bold", isRight: true });
    this.rule();
  }

  title(text: string): void {
    this.#block(text, { size: 14, weight: "bold", lineHeight: 19 });
    this.#y += 4;
  }

  /** A name and what it is, which may take several lines. */
  row(name: string, text: string): void {
    const lines = wrapText(text, this.#fonts.regular, 10.5, WIDTH - NAMES_WIDTH);
    for (const [index, line] of lines.entries()) {
      this.#line(16);
      if (index === 0) this.#write(name, { size: 10.5, color: MUTED });
      this.#write(line, { size: 10.5, x: MARGIN + NAMES_WIDTH });
    }
  }

  /** What, and how much, with the sums below one another. */
  amount(what: string, sum: string, weight: Weight = "regular"): void {
    const lines = wrapText(what, this.#fonts[weight], 10.5, WIDTH - AMOUNTS_WIDTH);
    for (const [index, line] of lines.entries()) {
      this.#line(18);
      this.#write(line, { size: 10.5, weight });
      if (index === 0) this.#write(sum, { size: 10.5, weight, isRight: true });
    }
  }

  note(text: string): void {
    this.#block(text, { size: 9, color: MUTED, lineHeight: 13 });
  }

  rule(): void {
    this.#line(10);
    this.#document.rule({ x: MARGIN, y: this.#y }, WIDTH, LINE);
    this.#y += 8;
  }

  space(): void {
    this.#y += 12;
  }

  finish(): Buffer {
    return this.#document.finish();
  }

  #block(text: string, look: Look & { lineHeight: number }): void {
    for (const line of wrapText(text, this.#fonts[look.weight ?? "regular"], look.size, WIDTH)) {
      this.#line(look.lineHeight);
      this.#write(line, look);
    }
  }

  /** Moves to the next line, or to the first of the next page. */
  #line(height: number): void {
    this.#y += height;
    if (this.#y <= PAGE.height - MARGIN) return;
    this.#document.addPage();
    this.#y = MARGIN + height;
  }

  #write(text: string, { size, weight = "regular", color = INK, x = MARGIN, isRight = false }: Look): void {
    const font = this.#fonts[weight];
    const start = isRight ? MARGIN + WIDTH - font.widthOf(text, size) : x;
    this.#document.write(text, { x: start, y: this.#y, font, size, color });
  }
}

type Look = {
  size: number;
  weight?: Weight;
  color?: readonly [number, number, number];
  x?: number;
  isRight?: boolean;
};
