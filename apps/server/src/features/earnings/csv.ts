/** What a spreadsheet would take for the beginning of a formula, also behind spaces. */
const FORMULA = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

/**
 * A text as one cell. What others typed must stay text in the owner's spreadsheet: a leading apostrophe says so, and
 * every text is quoted.
 */
const cellOf = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** Lines of a table for spreadsheets (RFC 4180). Numbers are ours and stay numbers. */
export function csvOf(lines: readonly (readonly (string | number)[])[]): string {
  const cells = (line: readonly (string | number)[]) =>
    line.map((cell) => (typeof cell === "number" ? String(cell) : cellOf(cell))).join(",");
  return lines.map((line) => `${cells(line)}\r\n`).join("");
}
