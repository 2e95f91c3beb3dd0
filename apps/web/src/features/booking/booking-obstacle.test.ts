import { expect, test } from "vitest";
import { bookingObstacle } from "./booking-obstacle.ts";

test.each([
  [{ ownerId: "me", isAvailable: false }, "This is your own listing."],
  [{ ownerId: "other", isAvailable: false }, "This item is not available right now."],
  [{ ownerId: "other", isAvailable: true }, "Requests are not open yet."],
])("for %j the reason is: %s", (item, reason) => {
  expect(bookingObstacle(item, { id: "me" })).toBe(reason);
});
