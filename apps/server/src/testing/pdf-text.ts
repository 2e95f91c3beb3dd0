import { inflateSync } from "node:zlib";

/** What a reader would find in a PDF of ours, line by line: glyphs are turned into characters by the file's own tables. */
export function readPdfText(file: Buffer): string[] {
  const text = file.toString("latin1");
  const objects = new Map(
    [...text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, number = "", content = ""]) => [number, content]),
  );
  const streamOf = (number: string): string => {
    const content = objects.get(number) ?? "";
    const start = content.indexOf("stream\n") + "stream\n".length;
    return inflateSync(Buffer.from(content.slice(start, content.lastIndexOf("\nendstream")), "latin1")).toString();
  };
  const tableOf = (font: string) => {
    const table = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? "")?.[1] ?? "");
    const pairs = [...table.matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/g)];
    return new Map(pairs.map(([, glyph = "", character = ""]) => [glyph, characterOf(character)]));
  };
  const pages = [...objects.values()].filter((content) => content.includes("/Type /Page "));
  return pages.flatMap((page) => {
    const fonts = new Map(
      [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", font = ""]) => [name, tableOf(font)]),
    );
    const content = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? "");
    return [...content.matchAll(/\/(F\d+) [\d.]+ Tf .*?<([0-9A-F]*)> Tj/g)].map(([, font = "", glyphs = ""]) =>
      (glyphs.match(/.{4}/g) ?? []).map((glyph) => fonts.get(font)?.get(glyph) ?? "?").join(""),
    );
  });
}

const characterOf = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");
