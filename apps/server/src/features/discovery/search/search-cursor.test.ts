import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "./search-request.ts";

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
  test("round-trips in every sort order", () => {
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

  test("with an arbitrary number is rejected or has only keys the database can read", () => {
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
  ] as const)("by %s is rejected as %s", (sort, text) => {
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
