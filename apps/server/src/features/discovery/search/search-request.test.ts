import { cents } from "@nexby/domain/kernel/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { segmentAfter } from "./ordered.queries.ts";
import type { Order } from "./ordered-statements.ts";
import {
  ANY_CATEGORY,
  decodeCursor,
  encodeCursor,
  filterSetOf,
  type CursorPosition as Place,
} from "./search-request.ts";
import { statisticsOf } from "./search-statistics.ts";
import {
  allWords,
  anyWord,
  eachWordInTitle,
  editDistance,
  queryTerms,
  searchToken,
  type TypedWord,
} from "./search-tokens.ts";

const ID = "0190a0a0-0000-7000-8000-000000000000";
const encoded = (text: string) => Buffer.from(text).toString("base64url");
/** Years that ISO 8601 writes with four digits, from 1970 on: every database can read these. */
const isPlainInstant = (key: number) => /^(19[7-9]|[2-9]\d)\d{1,2}-/.test(new Date(key).toISOString());

const odd = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  fc.constantFrom("-0", "-1", "-70000000000000", "-62135596800001", "8640000000000001", "99999999999999", "1e14"),
  fc.constantFrom("", "NaN", "Infinity", "-Infinity", "0x10", "1e99", "1e-99", " 1", "+1", "1.", ".5", "1_000", "٣"),
);

describe("a cursor", () => {
  test("a cursor round-trips in every sort order", () => {
    const miles = fc.double({ min: 1e-9, max: 12_500, noNaN: true });
    const whole = fc.integer({ min: 0, max: 2_147_483_647 });
    fc.assert(
      fc.property(miles, whole, (far, count) => {
        for (const [sort, key] of [
          ["distance", far],
          ["price", count],
          ["rating", count],
          ["newest", count * 1000],
        ] as const) {
          const cursor = { key, id: ID, block: null };
          expect(decodeCursor(sort, encodeCursor(sort, cursor))).toEqual(cursor);
        }
        const ranked = { key: 4.25, id: ID, block: { key: far, id: ID } };
        expect(decodeCursor("relevance", encodeCursor("relevance", ranked))).toEqual(ranked);
      }),
    );
  });

  test("a cursor with an arbitrary number is rejected or has only keys the database can read", () => {
    const sorts = fc.constantFrom("relevance", "distance", "price", "newest", "rating");
    fc.assert(
      fc.property(sorts, odd, fc.option(odd), (sort, key, block) => {
        const parts = [sort, `${key}_${ID}`, ...(block === null ? [] : [`${block}_${ID}`])];
        const read = outcomeOf(() => decodeCursor(sort, encoded(parts.join("~"))));
        if (read === "validation_failed") return;
        for (const place of [read, read?.block]) if (place) expect(isPlainInstant(place.key)).toBe(true);
        if (sort === "price" || sort === "rating") expect(read?.key).toSatisfy(isInteger);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["newest", `newest~-70000000000000_${ID}`],
    ["relevance", `relevance~1_${ID}~-70000000000000_${ID}`],
    ["distance", `distance~-1_${ID}`],
    ["price", `price~1.5_${ID}`],
  ] as const)("a cursor by %s is rejected as %s", (sort, text) => {
    expect(outcomeOf(() => decodeCursor(sort, encoded(text)))).toBe("validation_failed");
  });
});

const isInteger = (key: unknown) => Number.isInteger(key) && Number(key) >= 0 && Number(key) <= 2_147_483_647;

function outcomeOf<Value>(run: () => Value): Value | "validation_failed" {
  try {
    return run();
  } catch (error) {
    expect(error).toMatchObject({ code: "validation_failed" });
    return "validation_failed";
  }
}

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
] as const)("the walk by %s returns every step once and in order for any share", (order, expected) => {
  for (const share of [0, 0.01, 0.1, 0.3, 2]) expect(segments(order, share).flat()).toEqual(expected);
  expect(segments(order, 0)).toHaveLength(expected.length);
  expect(segments(order, 2)).toHaveLength(1);
});

test("the walk of a segment returns a segment with about the requested share", () => {
  expect(segments("newest", 0.24)[0]).toEqual(["#n29", "#n28", "#n27", "#n26", "#n25"]);
  expect(segments("rating", 0.1)[0]).toEqual(["#r5"]);
});

test("the walk of a segment returns only steps within the bounds of the search", () => {
  const bounded = known({ minPrice: cents(1200), maxPrice: cents(2100), rating: 4 });
  expect(segments("price", 2, bounded)).toEqual([["#p2", "#p3", "#p4"]]);
  expect(segments("rating", 2, bounded)).toEqual([["#r5", "#r4"]]);
});

test("the walk of a segment ends after the last step and starts at the first step for a position before it", () => {
  const id = "00000000-0000-0000-0000-000000000000";
  expect(segmentAfter("newest", { key: -WEEK, id }, 0, known()).end).toBeNull();
  expect(segmentAfter("newest", { key: 9e13, id }, 0, known()).labels).toEqual([searchToken("#n29")]);
});

test.each([
  ["kayak", "kayak", 0],
  ["kayk", "kayak", 1],
  ["kayaak", "kayak", 1],
  ["kayek", "kayak", 1],
  ["akyak", "kayak", 1],
  ["", "abc", 3],
  ["abc", "", 3],
  ["tent", "drill", 5],
])("from %s to %s the edit distance is %d", (one, other, edits) => {
  expect(editDistance(one, other)).toBe(edits);
  expect(editDistance(other, one)).toBe(edits);
});

const word = (term: string, known: Partial<TypedWord> = {}): TypedWord => ({
  term,
  lexeme: term,
  isKnown: false,
  longer: [],
  similar: [],
  ...known,
});
const term = (text: string) => ({ term: text, lexeme: text });

describe("query terms", () => {
  test("query terms use a known word as it is, even if similar words exist", () => {
    expect(queryTerms([word("tent", { isKnown: true, longer: [term("tentacle")] })])).toEqual([["tent"]]);
  });

  test("query terms treat an unknown word as a prefix, then as a typo, and otherwise drop it", () => {
    expect(queryTerms([word("boun", { longer: [term("bounc")], similar: [term("bound")] })])).toEqual([["bounc"]]);
    expect(queryTerms([word("kayk", { similar: [term("kayak"), term("kick")] })])).toEqual([["kayak"]]);
    expect(queryTerms([word("zzzz", { similar: [term("pizza")] }), word("ab", { similar: [term("abc")] })])).toEqual(
      [],
    );
  });

  test("query terms use the guesses with the fewest edits, each stem once", () => {
    const similar = [{ term: "drills", lexeme: "drill" }, { term: "drill", lexeme: "drill" }, term("frills")];
    expect(queryTerms([word("drilsl", { similar })])).toEqual([["drill"]]);
  });

  test("query terms are converted to tsquery syntax", () => {
    const terms = [["tent"], ["bounc", "bound"]];
    expect(allWords(terms)).toBe("('tent') & ('bounc' | 'bound')");
    expect(anyWord(terms)).toBe("('tent') | ('bounc' | 'bound')");
    expect(eachWordInTitle(terms)).toEqual(["('tent':A)", "('bounc':A | 'bound':A)"]);
    expect(allWords([["a'\\b"]])).toBe("('ab')");
  });
});
