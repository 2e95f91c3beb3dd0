import { expect, test } from "vitest";
import { z } from "zod";
import { fakeStorage, forbiddenStorage } from "../../lib/testing/fake-storage.ts";
import { attemptFor, clearAttempt, currentAttempt, rememberBooking } from "./checkout-draft.ts";

test("reuses the attempt for the same request, also after a reload, and starts a new one for a different request", () => {
  const memory = fakeStorage();
  const first = attemptFor(memory, "me:tent", "two days");
  expect(z.uuid().safeParse(first.id).success).toBe(true);
  expect(attemptFor(memory, "me:tent", "two days")).toEqual(first);
  expect(attemptFor(memory, "me:kayak", "two days").id).not.toBe(first.id);
  expect(attemptFor(memory, "me:tent", "three days").id).not.toBe(first.id);
});

test("an attempt remembers its booking until it is cleared", () => {
  const memory = fakeStorage();
  const attempt = attemptFor(memory, "me:tent", "two days");
  rememberBooking(memory, "me:tent", attempt, "booking-1");
  expect(currentAttempt(memory, "me:tent")).toEqual({ ...attempt, bookingId: "booking-1" });
  clearAttempt(memory, "me:tent");
  expect(currentAttempt(memory, "me:tent")).toBeNull();
});

test.each(["{", "null", "7", '{"id":1}'])("ignores a stored attempt of %s", (text) => {
  const memory = fakeStorage();
  attemptFor(memory, "me:tent", "x");
  memory.kept.set([...memory.kept.keys()][0] ?? "", text);
  expect(currentAttempt(memory, "me:tent")).toBeNull();
});

test("creates an attempt even when storage is unavailable", () => {
  expect(attemptFor(forbiddenStorage(), "me:tent", "x").bookingId).toBeNull();
});
