import type { PdfFont } from "./pdf-font.ts";

/** Lines that fit into a width. A word that is longer than a line is broken where it must. */
export function wrapText(text: string, font: PdfFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOf(line, size) <= width;
  const lines: string[] = [];
  let line = "";
  for (const word of text.normalize("NFC").trim().split(/\s+/u)) {
    if (fits(line ? `${line} ${word}` : word)) {
      line = line ? `${line} ${word}` : word;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    for (const character of word) {
      if (line && !fits(line + character)) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  return [...lines, line];
}
