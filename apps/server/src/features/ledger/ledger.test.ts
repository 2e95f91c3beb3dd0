import { describe, expect, test } from "vitest";
import { csvOf } from "./earnings.presenter.ts";
import { beginningOf, monthsUpTo } from "./earnings.queries.ts";

describe("CSV export", () => {
  test("CSV export quotes texts and keeps commas, quotes and lines inside their cell", () => {
    expect(csvOf([["Tent, 2 persons", 'A "good" one', "two\nlines", -12.5, ""]])).toBe(
      '"Tent, 2 persons","A ""good"" one","two\nlines",-12.5,""\r\n',
    );
  });

  test.each([
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
  ])("CSV export keeps %j as text", (input) => {
    expect(csvOf([[input]])).toBe(`"'${input.replaceAll('"', '""')}"\r\n`);
  });

  test("CSV export leaves harmless texts as they are", () => {
    expect(csvOf([["Kayak = fun", "2026-11-15", "a-b"]])).toBe('"Kayak = fun","2026-11-15","a-b"\r\n');
  });
});

describe("months", () => {
  test("months go back across the new year, oldest first", () => {
    expect(monthsUpTo("2026-02", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
    expect(monthsUpTo("2026-12", 1)).toEqual(["2026-12"]);
    expect(monthsUpTo("2026-11", 12)[0]).toBe("2025-12");
  });

  test("start in the earliest time zone", () => {
    expect(beginningOf("2026-03").toISOString()).toBe("2026-02-28T10:00:00.000Z");
  });
});
