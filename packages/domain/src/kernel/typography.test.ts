import { expect, test } from "vitest";
import { typeset, untypeset } from "./typography.ts";

test.each([
  ["You can't cancel the renter's booking", "You can’t cancel the renter’s booking"],
  ["Your kids' bikes and O'Connor's canoe", "Your kids’ bikes and O’Connor’s canoe"],
  ["Set 'to' or 6' 2\"", "Set 'to' or 6' 2\""],
  ["It’s set already", "It’s set already"],
  ["Passwords don't match", "Passwords don't match"],
])("typeset sets the apostrophes of %j, and no other marks", (text, set) => {
  expect(typeset(text)).toBe(set);
});

test("a text message has plain quotes and apostrophes", () => {
  expect(untypeset("You didn’t pay for “Sam’s canoe”")).toBe(`You didn't pay for "Sam's canoe"`);
});
