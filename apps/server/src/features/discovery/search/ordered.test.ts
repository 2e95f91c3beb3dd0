import { cents } from "@nexby/domain/kernel/money";
import { expect, test } from "vitest";
import { segmentAfter } from "./ordered.queries.ts";
import type { Order } from "./ordered-statements.ts";
import { ANY_CATEGORY, filterSetOf, type CursorPosition as Place } from "./search-request.ts";
import { statisticsOf } from "./search-statistics.ts";
import { searchToken } from "./search-tokens.ts";

const WEEK = 604_800_000;
const statistics = statisticsOf(
  [
    { column: "price_cents", values: [], shares: [], bounds: Array.from({ length: 101 }, (_, n) => n * 100) },
    { column: "rating", values: ["0"], shares: [0.5], bounds: Array.from({ length: 101 }, (_, n) => 300 + n * 2) },
  ],
  1_000_000,
);
const known = (query: Parameters<typeof filterSetOf>[0] = {}) => ({
  filterSet: filterSetOf(query, ANY_CATEGORY),
  statistics,
  ages: { oldest: 10 * WEEK + 5, newest: 29 * WEEK + 7 },
});

function segments(order: Order, share: number, facts = known()): string[][] {
  const names = new Map(
    [...Array(40).keys()].flatMap((n) => ["#p", "#r", "#n"].map((kind) => [searchToken(`${kind}${n}`), `${kind}${n}`])),
  );
  const read: string[][] = [];
  for (let after: Place | null = null; ; ) {
    const { labels, end } = segmentAfter(order, after, share, facts);
    read.push(labels.map((label) => names.get(label) ?? "?"));
    if (!end) return read;
    after = end;
  }
}

test.each([
  ["price", Array.from({ length: 16 }, (_, n) => `#p${n}`)],
  ["rating", ["#r5", "#r4", "#r3", "#r2", "#r1", "#r0"]],
  ["newest", Array.from({ length: 20 }, (_, n) => `#n${29 - n}`)],
] as const)("by %s returns every step once and in order for any share", (order, expected) => {
  for (const share of [0, 0.01, 0.1, 0.3, 2]) expect(segments(order, share).flat()).toEqual(expected);
  expect(segments(order, 0)).toHaveLength(expected.length);
  expect(segments(order, 2)).toHaveLength(1);
});

test("returns a segment with about the requested share", () => {
  expect(segments("newest", 0.24)[0]).toEqual(["#n29", "#n28", "#n27", "#n26", "#n25"]);
  expect(segments("rating", 0.1)[0]).toEqual(["#r5"]);
});

test("returns only steps within the bounds of the search", () => {
  const bounded = known({ minPrice: cents(1200), maxPrice: cents(2100), rating: 4 });
  expect(segments("price", 2, bounded)).toEqual([["#p2", "#p3", "#p4"]]);
  expect(segments("rating", 2, bounded)).toEqual([["#r5", "#r4"]]);
});

test("ends after the last step and starts at the first step for a position before it", () => {
  const id = "00000000-0000-0000-0000-000000000000";
  expect(segmentAfter("newest", { key: -WEEK, id }, 0, known()).end).toBeNull();
  expect(segmentAfter("newest", { key: 9e13, id }, 0, known()).labels).toEqual([searchToken("#n29")]);
});
