import { expect, test } from "vitest";
import { checkoutBlocker } from "./copy.ts";

test.each([
  [{ ownerId: "me", isAvailable: false }, "This is your own listing."],
  [{ ownerId: "other", isAvailable: false }, "This item isn’t available right now."],
  [{ ownerId: "other", isAvailable: true }, null],
])("%j is blocked with: %s", (item, reason) => {
  expect(checkoutBlocker(item, { id: "me" })).toBe(reason);
});
