import type { TrueTypeFont } from "./true-type-font.ts";

type Setting = { glyph: number; character: string };

/** A font in a document. It remembers what was written with it: only that goes into the file. */
export class PdfFont {
  readonly #font: TrueTypeFont;
  readonly #used = new Map<number, string>([[0, "\ufffd"]]);

  constructor(font: TrueTypeFont) {
    this.#font = font;
  }

  /** In points, at a size in points. */
  widthOf(text: string, size: number): number {
    const units = this.#set(text).reduce((sum, { glyph }) => sum + this.#font.advanceOf(glyph), 0);
    return (units * size) / this.#font.unitsPerEm;
  }

  /** The text as a PDF writes it: the numbers of its glyphs. */
  encode(text: string): string {
    return this.#set(text)
      .map(({ glyph, character }) => {
        if (glyph !== 0) this.#used.set(glyph, character);
        return hex(glyph);
      })
      .join("");
  }

  /** Without an accent rather than not at all. */
  #set(text: string): Setting[] {
    return [...text].map((character) => {
      const glyph = this.#font.glyphOf(character);
      if (glyph !== 0) return { glyph, character };
      const [bare = ""] = character.normalize("NFKD");
      return { glyph: this.#font.glyphOf(bare), character: bare };
    });
  }

  get facts(): TrueTypeFont {
    return this.#font;
  }

  /** "[gid [width]]" of each glyph, in thousandths. */
  get widths(): string {
    const width = (glyph: number) => Math.round((this.#font.advanceOf(glyph) * 1000) / this.#font.unitsPerEm);
    return [...this.#used.keys()].map((glyph) => `${glyph} [${width(glyph)}]`).join(" ");
  }

  get file(): Buffer {
    return this.#font.subset(new Set(this.#used.keys()));
  }

  /** By this a reader finds words again, and copies them. */
  get characters(): string {
    const lines = [...this.#used].map(([glyph, character]) => `<${hex(glyph)}> <${utf16(character)}>`);
    const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
      const block = lines.slice(100 * index, 100 * index + 100);
      return `${block.length} beginbfchar\n${block.join("\n")}\nendbfchar`;
    });
    return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${blocks.join("\n")}
endcmap CMapName currentdict /CMap defineresource pop end end`;
  }
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, "0");

export const utf16 = (text: string): string => Buffer.from(text, "utf16le").swap16().toString("hex").toUpperCase();
