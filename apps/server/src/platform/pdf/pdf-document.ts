import { deflateSync } from "node:zlib";
import { type PdfFont, utf16 } from "./pdf-font.ts";

/** US letter, in points. */
export const PAGE = { width: 612, height: 792 } as const;

type Color = readonly [red: number, green: number, blue: number];
type Place = { x: number; y: number };
type Writing = Place & { font: PdfFont; size: number; color: Color };

/**
 * The few things a paper needs: pages with lines of text and rules, fonts embedded. Places are in points from the upper
 * left corner.
 */
export class PdfDocument {
  readonly #pages: string[][] = [];
  readonly #fonts: readonly PdfFont[];
  readonly #title: string;

  constructor(title: string, fonts: readonly PdfFont[]) {
    this.#title = title;
    this.#fonts = fonts;
    this.addPage();
  }

  addPage(): void {
    this.#pages.push([]);
  }

  write(text: string, { x, y, font, size, color }: Writing): void {
    const name = `/F${this.#fonts.indexOf(font)}`;
    this.#draw(
      `BT ${colorOf(color)} rg ${name} ${size} Tf ${point(x)} ${point(PAGE.height - y)} Td <${font.encode(text)}> Tj ET`,
    );
  }

  rule({ x, y }: Place, width: number, color: Color): void {
    const height = point(PAGE.height - y);
    this.#draw(`${colorOf(color)} RG 0.75 w ${point(x)} ${height} m ${point(x + width)} ${height} l S`);
  }

  #draw(operators: string): void {
    this.#pages.at(-1)?.push(operators);
  }

  /** The bytes of the file. */
  finish(): Buffer {
    const file = new PdfFile();
    const pageTree = file.reserve();
    const fonts = this.#fonts.map((font, index) => `/F${index} ${embed(file, font)} 0 R`).join(" ");
    const kids = this.#pages.map((operators) => {
      const content = file.addStream("", Buffer.from(operators.join("\n")));
      return file.add(
        `<< /Type /Page /Parent ${pageTree} 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
          `/Resources << /Font << ${fonts} >> >> /Contents ${content} 0 R >>`,
      );
    });
    file.put(pageTree, `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] >>`);
    const catalog = file.add(
      `<< /Type /Catalog /Pages ${pageTree} 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>`,
    );
    const information = file.add(`<< /Title <FEFF${utf16(this.#title)}> >>`);
    return file.close(catalog, information);
  }
}

const point = (value: number): string => String(Math.round(value * 100) / 100);
const colorOf = (color: Color): string => color.join(" ");

function embed(file: PdfFile, font: PdfFont): number {
  const { name, unitsPerEm, ascent, descent, bounds } = font.facts;
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm);
  const bytes = font.file;
  const program = file.addStream(`/Length1 ${bytes.length}`, bytes);
  // Six letters before the name say that it is only a part of the font.
  const partName = `/NEXBYA+${name}`;
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName ${partName} /Flags 32 /FontBBox [${bounds.map(scaled).join(" ")}] ` +
      `/ItalicAngle 0 /Ascent ${scaled(ascent)} /Descent ${scaled(descent)} /CapHeight ${scaled(ascent)} /StemV 80 ` +
      `/FontFile2 ${program} 0 R >>`,
  );
  const glyphs = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${partName} /CIDToGIDMap /Identity ` +
      `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
      `/FontDescriptor ${descriptor} 0 R /W [${font.widths}] >>`,
  );
  const characters = file.addStream("", Buffer.from(font.characters));
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont ${partName} /Encoding /Identity-H ` +
      `/DescendantFonts [${glyphs} 0 R] /ToUnicode ${characters} 0 R >>`,
  );
}

/** Objects by number, and where each begins. */
class PdfFile {
  readonly #objects: (Buffer | null)[] = [];

  reserve(): number {
    return this.#objects.push(null);
  }

  put(number: number, content: string): void {
    this.#objects[number - 1] = Buffer.from(content, "latin1");
  }

  add(content: string): number {
    return this.#objects.push(Buffer.from(content, "latin1"));
  }

  addStream(entries: string, bytes: Buffer): number {
    const packed = deflateSync(bytes);
    const head = `<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
    return this.#objects.push(Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]));
  }

  close(root: number, information: number): Buffer {
    const parts: Buffer[] = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
    const starts: number[] = [];
    let length = parts[0]?.length ?? 0;
    const append = (part: Buffer) => {
      parts.push(part);
      length += part.length;
    };
    for (const [index, content] of this.#objects.entries()) {
      starts.push(length);
      append(
        Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), content ?? Buffer.from("null"), Buffer.from("\nendobj\n")]),
      );
    }
    const size = this.#objects.length + 1;
    const rows = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${information} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
    return Buffer.concat([...parts, Buffer.from(table + trailer)]);
  }
}
