import { expect, test } from "vitest";
import { contactStepsOf, waitsForReviewSince } from "./approval.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 19, hour));
const NEW = { createdAt: at(8), emailVerifiedAt: null, phoneNumber: null, phoneVerifiedAt: null };
const NUMBER = { phoneNumber: "+12015550123" };

test.each([
  [NEW, ["email", "phone_number"]],
  [{ ...NEW, ...NUMBER }, ["email", "phone"]],
  [{ ...NEW, emailVerifiedAt: at(9) }, ["phone_number"]],
  [{ ...NEW, ...NUMBER, emailVerifiedAt: at(9) }, ["phone"]],
  [{ ...NEW, ...NUMBER, phoneVerifiedAt: at(9) }, ["email"]],
  [{ ...NEW, emailVerifiedAt: at(9), phoneVerifiedAt: at(9) }, ["phone_number"]],
])("an account with %j still has to do %j, and isn't waiting for a review", (facts, steps) => {
  expect(contactStepsOf(facts)).toEqual(steps);
  expect(waitsForReviewSince(facts)).toBeNull();
});

test.each([
  [9, 10, 10],
  [11, 10, 11],
  [7, 7, 8],
])("an account verified at %d and %d o'clock waits for a review since %d o'clock", (email, phone, since) => {
  const facts = { ...NEW, ...NUMBER, emailVerifiedAt: at(email), phoneVerifiedAt: at(phone) };
  expect(contactStepsOf(facts)).toEqual([]);
  expect(waitsForReviewSince(facts)).toEqual(at(since));
});
