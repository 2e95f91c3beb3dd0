import { expect, test } from "vitest";
import { z } from "zod";
import { fakeStorage, forbiddenStorage } from "../../lib/testing/fake-storage.ts";
import { attemptFor, clearAttempt, currentAttempt, rememberBooking } from "./checkout-draft.ts";

test("the same wish is the same try, after a reload as well; another wish is another", () => {
  const memory = fakeStorage();
  const first = attemptFor(memory, "me:tent", "two days");
  expect(z.uuid().safeParse(first.id).success).toBe(true);
  expect(attemptFor(memory, "me:tent", "two days")).toEqual(first);
  expect(attemptFor(memory, "me:kayak", "two days").id).not.toBe(first.id);
  expect(attemptFor(memory, "me:tent", "three days").id).not.toBe(first.id);
});

test("a try knows its booking until it is over", () => {
  const memory = fakeStorage();
  const attempt = attemptFor(memory, "me:tent", "two days");
  rememberBooking(memory, "me:tent", attempt, "booking-1");
  expect(currentAttempt(memory, "me:tent")).toEqual({ ...attempt, bookingId: "booking-1" });
  clearAttempt(memory, "me:tent");
  expect(currentAttempt(memory, "me:tent")).toBeNull();
});

test.each(["{", "null", "7", '{"id":1}'])("what is stored as %s is no try", (text) => {
  const memory = fakeStorage();
  attemptFor(memory, "me:tent", "x");
  memory.kept.set([...memory.kept.keys()][0] ?? "", text);
  expect(currentAttempt(memory, "me:tent")).toBeNull();
});

test("where nothing can be stored there is a try all the same", () => {
  expect(attemptFor(forbiddenStorage(), "me:tent", "x").bookingId).toBeNull();
});
