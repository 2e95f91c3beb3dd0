import { expect, test } from "vitest";
import { findCardByNumber, isTestCardName, TEST_CARDS } from "./test-cards.ts";

const numbers = Object.values(TEST_CARDS).map(({ number }) => number);

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const total = digits.reduce((sum, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return total % 10 === 0;
}

test("every test card has a unique number that passes the Luhn check of card forms", () => {
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.filter((number) => !passesLuhn(number))).toEqual([]);
});

test("finds a test number with spaces or dashes, and no other number", () => {
  expect(findCardByNumber("4242 4242 4242 4242")).toBe("pm_card_visa");
  expect(findCardByNumber("4000-0027-6000-3184")).toBe("pm_card_authenticationRequired");
  for (const other of ["4111111111111111", "424242424242424", "42424242424242424", "", "pm_card_visa"]) {
    expect(findCardByNumber(other)).toBeNull();
  }
});

test("accepts Stripe's names, not those of object properties", () => {
  expect(isTestCardName("pm_card_visa")).toBe(true);
  expect(isTestCardName("toString")).toBe(false);
});
