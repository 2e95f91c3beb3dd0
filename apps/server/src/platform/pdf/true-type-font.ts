/** A TrueType font as far as a PDF needs it: which glyph a character has, how wide it is, and the file with few glyphs. */
export type TrueTypeFont = {
  name: string;
  unitsPerEm: number;
  ascent: number;
  descent: number;
  bounds: readonly [number, number, number, number];
  /** 0, the sign for what the font does not have, where there is none. */
  glyphOf(character: string): number;
  /** In units of the font. */
  advanceOf(glyph: number): number;
  /** The font with the outlines of these glyphs only, under their old numbers. */
  subset(glyphs: ReadonlySet<number>): Buffer;
};

type Tables = Readonly<Record<string, Buffer>>;

/** What a reader of a PDF needs; characters come to it as glyphs already. */
const EMBEDDED = ["glyf", "head", "hhea", "hmtx", "loca", "maxp"];

/** For fonts with long offsets and without glyphs made of others, as ours are. */
export function readTrueTypeFont(name: string, file: Buffer): TrueTypeFont {
  const tables = tablesOf(file);
  const { head, hhea, hmtx, loca, glyf } = tables;
  if (!head || !hhea || !hmtx || !loca || !glyf || head.readInt16BE(50) !== 1) throw new Error(`Not a font: ${name}`);
  const glyphs = charactersOf(tables);
  const metrics = hhea.readUInt16BE(34);
  const bound = (offset: number) => head.readInt16BE(offset);

  return {
    name,
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    bounds: [bound(36), bound(38), bound(40), bound(42)],
    glyphOf: (character) => glyphs.get(character.codePointAt(0) ?? 0) ?? 0,
    advanceOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1)),
    subset: (wanted) => fontFile({ ...tables, ...outlinesOf({ glyf, loca }, wanted) }),
  };
}

function tablesOf(file: Buffer): Tables {
  const entries = Array.from({ length: file.readUInt16BE(4) }, (_, index): [string, Buffer] => {
    const entry = 12 + 16 * index;
    const start = file.readUInt32BE(entry + 8);
    return [file.toString("latin1", entry, entry + 4), file.subarray(start, start + file.readUInt32BE(entry + 12))];
  });
  return Object.fromEntries(entries);
}

/** Of a table of format 4 in which every range is a run of glyphs. */
function charactersOf({ cmap }: Tables): Map<number, number> {
  const glyphs = new Map<number, number>();
  const table = cmap?.subarray(cmap.readUInt32BE(8));
  if (table?.readUInt16BE(0) !== 4) throw new Error("The font's table of characters is of an unknown kind");
  const size = table.readUInt16BE(6);
  for (let at = 0; at < size; at += 2) {
    const last = table.readUInt16BE(14 + at);
    const first = table.readUInt16BE(16 + size + at);
    const shift = table.readUInt16BE(16 + 2 * size + at);
    for (let code = first; code <= last && code < 0xffff; code += 1) glyphs.set(code, (code + shift) & 0xffff);
  }
  return glyphs;
}

function outlinesOf({ glyf, loca }: { glyf: Buffer; loca: Buffer }, wanted: ReadonlySet<number>) {
  const offsets = Buffer.alloc(loca.length);
  const outlines: Buffer[] = [];
  let length = 0;
  for (let glyph = 0; 4 * glyph + 4 < loca.length; glyph += 1) {
    offsets.writeUInt32BE(length, 4 * glyph);
    if (!wanted.has(glyph)) continue;
    const outline = glyf.subarray(loca.readUInt32BE(4 * glyph), loca.readUInt32BE(4 * glyph + 4));
    outlines.push(outline);
    length += outline.length;
  }
  offsets.writeUInt32BE(length, loca.length - 4);
  return { glyf: Buffer.concat(outlines), loca: offsets };
}

function fontFile(tables: Tables): Buffer {
  const directory = Buffer.alloc(12 + 16 * EMBEDDED.length);
  const power = 2 ** Math.floor(Math.log2(EMBEDDED.length));
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(EMBEDDED.length, 4);
  directory.writeUInt16BE(16 * power, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(16 * (EMBEDDED.length - power), 10);
  const parts = [directory];
  let offset = directory.length;
  for (const [index, tag] of EMBEDDED.entries()) {
    const table = tables[tag] ?? Buffer.alloc(0);
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    const entry = 12 + 16 * index;
    directory.write(tag, entry, "latin1");
    directory.writeUInt32BE(checksum(padded), entry + 4);
    directory.writeUInt32BE(offset, entry + 8);
    directory.writeUInt32BE(table.length, entry + 12);
    parts.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(parts);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}
