import { describe, expect, it } from "vitest";
import { csvOf } from "./earnings.presenter.ts";

describe("CSV export", () => {
  it("quotes texts and keeps commas, quotes and lines inside their cell", () => {
    expect(csvOf([["Tent, 2 persons", 'A "good" one', "two\nlines", -12.5, ""]])).toBe(
      '"Tent, 2 persons","A ""good"" one","two\nlines",-12.5,""\r\n',
    );
  });

  it.each([
    '=HYPERLINK("http://evil.example","Click")',
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "  =1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "\u200B=1",
    "\uFEFF=1",
    "\u00AD \u202E=1",
    "\u0001\u3164@SUM(A1)",
    "\u2800+1",
  ])("keeps %j as text", (input) => {
    expect(csvOf([[input]])).toBe(`"'${input.replaceAll('"', '""')}"\r\n`);
  });

  it("leaves harmless texts as they are", () => {
    expect(csvOf([["Kayak = fun", "2026-11-15", "a-b"]])).toBe('"Kayak = fun","2026-11-15","a-b"\r\n');
  });
});
