import { expect, test } from "vitest";
import { z } from "zod";
import { optionalAmount, orNull } from "./fields.ts";
import { listingChange } from "./listings/listing-fields.ts";

const BLANK = ["", " ", "\t\n", "\u00a0", undefined, null];

test.each(BLANK)("treats %j as empty, although trimming happens later", (typed) => {
  expect(orNull(z.string().trim()).parse(typed)).toBeNull();
  expect(optionalAmount("Deposit").parse(typed)).toBe(0);
});

test("keeps values and trims text", () => {
  expect(orNull(z.string().trim()).parse(" kayak ")).toBe("kayak");
  expect(orNull(z.number()).parse(0)).toBe(0);
  expect(listingChange.parse({ availabilityNotes: " " })).toEqual({ availabilityNotes: null });
});
