import { expect, test } from "vitest";
import { storableJson } from "./statements.ts";

test("a statement replaces lone surrogates in keys and values and leaves everything else unchanged", () => {
  expect(storableJson({ "a\ud800": ["\udc00", { b: "🚲\ud83d" }], c: null, d: 1.5 })).toEqual({
    "a\ufffd": ["\ufffd", { b: "🚲\ufffd" }],
    c: null,
    d: 1.5,
  });
});

test.each(["\\ud800", "\\\\ud800", "\\", '"\\"', "\n\u0001\u2028", "\\\ud83d\\"])(
  "a statement handles the escapes in the text %j",
  (text) => {
    expect(storableJson({ text })).toEqual({ text: text.replace(/\p{Surrogate}/gu, "\ufffd") });
  },
);
