import { expect, test } from "vitest";
import { containsWords } from "../format.ts";

const TEXT = "Tandem Kayak, with two paddles";

test.each(["kayak", "KAYAK", "paddles kayak", "tand", "", "  "])("%j is found", (words) =>
  expect(containsWords(TEXT, words)).toBe(true),
);

test.each(["canoe", "kayak canoe", "tandemkayak"])("%j is not found", (words) =>
  expect(containsWords(TEXT, words)).toBe(false),
);
