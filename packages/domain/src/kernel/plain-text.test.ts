import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

const SAME: readonly [written: string, plain: string][] = [
  ["２０１", "201"],
  ["٢٠١ ۲۰۱ २०१ ২০১ ๒๐๑", "201 201 201 201 201"],
  ["𝟐𝟎𝟏 𝟚𝟘𝟙 𝟸𝟶𝟷", "201 201 201"],
  ["②⓪① ❷⓿❶ ➋ ⓶ ⁵₅", "201 201 2 2 55"],
  ["2️⃣0️⃣1️⃣ 🔟", "201 🔟"],
  ["mаyа@gmаil", "maya@gmail"],
  ["ΜΑYΑ", "MAYA"],
  ["ｍａｙａ＠ｇｍａｉｌ．ｃｏｍ", "maya@gmail.com"],
  ["𝓶𝓪𝔂𝓪 ⓜⓨ 🅼🅰 🇲🇦", "maya my ma ma"],
  ["m\u200Ba\u00ADy\u2060a", "maya"],
  ["màyá", "maya"],
  ["ma\u0301ya", "maya"],
  ["555‑0199 – 555—0199 555−0199", "555-0199 - 555-0199 555-0199"],
  ["gmail。com", "gmail.com"],
  ["a\u00A0b\tc\r\nd", "a b c\n\nd"],
];

describe("text as a reader perceives it", () => {
  test.each(SAME)("%j reads as %j", (written, plain) => {
    expect(plainText(written).text).toBe(plain);
  });

  test("a place in the plain text maps to what was typed, with the invisible characters in it", () => {
    const written = "Call ２\u200B０\u200B１\uFE0F!";
    const { text, originalSpan } = plainText(written);
    const start = text.indexOf("201");
    const span = originalSpan({ start, end: start + 3 });
    expect(written.slice(0, span.start)).toBe("Call ");
    expect(written.slice(span.end)).toBe("!");
  });

  test("every span of the plain text maps to a span within the original text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(60), fc.nat(60), (written, first, length) => {
        const { text, originalSpan } = plainText(written);
        const start = Math.min(first, text.length);
        const end = Math.min(text.length, start + length);
        const span = originalSpan({ start, end });
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(written.length);
      }),
    );
  });
});
