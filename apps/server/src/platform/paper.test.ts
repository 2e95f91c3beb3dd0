import { expect, test } from "vitest";
import { readPdfText } from "../testing/bookings/pdf-text.ts";
import { openPaper } from "./pdf.ts";

type Paper = Awaited<ReturnType<typeof openPaper>>;

async function write(fill: (paper: Paper) => void): Promise<Buffer> {
  const paper = await openPaper("A test", new Date("2026-01-02T03:04:05Z"));
  fill(paper);
  return paper.finish();
}

test("a printed page drops the accent of a letter the font lacks, and keeps the others", async () => {
  const file = await write((paper) => paper.field("Owner", "Nguyễn Ắnh Łukasz Zoe\u0308"));
  expect(await readPdfText(file)).toEqual(["Owner", "Nguyen Anh Łukasz Zoë"]);
});

test("a document breaks a word that is longer than its line", async () => {
  const word = "donaudampfschifffahrt".repeat(10);
  const file = await write((paper) => {
    paper.amount(word, "$1.00");
    paper.note("After it");
  });
  const pieces = await readPdfText(file);
  expect(pieces.length).toBeGreaterThan(4);
  expect(pieces.slice(0, -2).join("")).toBe(word);
  expect(pieces.slice(-2)).toEqual(["$1.00", "After it"]);
});

test("a printed page continues on further pages and keeps each label with its amount", async () => {
  const rows = Array.from({ length: 100 }, (_, index) => [`Line ${index}`, `$${index}.00`] as const);
  const file = await write((paper) => {
    for (const [label, sum] of rows) paper.amount(label, sum);
  });
  expect(file.toString("latin1").match(/\/Type \/Page\n/g)).toHaveLength(3);
  expect(await readPdfText(file)).toEqual(rows.flat());
});

test("a printed page shows a field without a value", async () => {
  const file = await write((paper) => {
    paper.field("Owner", "");
    paper.field("Card", "Visa");
  });
  expect(await readPdfText(file)).toEqual(["Owner", "Card", "Visa"]);
});
