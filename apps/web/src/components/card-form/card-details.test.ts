import { describe, expect, test } from "vitest";
import { cardCopy, usableCards } from "./card-choice.tsx";
import { brandOf, type CardDetails, expiryOf, problemsOfCard, spacedExpiry, spacedNumber } from "./card-details.ts";
import { isTestCard, SHOWN_TEST_CARDS } from "./sandbox-card-entry.tsx";

const NOW = new Date("2026-11-15T12:00:00");
const GOOD: CardDetails = { number: "4242 4242 4242 4242", expiry: "11 / 26", code: "123", zip: "07040" };
const problems = (changes: Partial<CardDetails>) =>
  problemsOfCard({ ...GOOD, ...changes }, { now: NOW, isAccepted: isTestCard });

describe("card number", () => {
  test.each([
    ["4", "Visa"],
    ["55", "Mastercard"],
    ["2720", "Mastercard"],
    ["34", "American Express"],
    ["6011", "Discover"],
    ["9", null],
    ["", null],
  ])("starting with %s has the brand %s", (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });

  test.each([
    ["4242424242424242", "4242 4242 4242 4242"],
    ["4242-4242 42x", "4242 4242 42"],
    ["378282246310005", "3782 822463 10005"],
    ["3782822", "3782 822"],
    ["4".repeat(30), "4444 4444 4444 4444 444"],
    ["", ""],
  ])("%s is formatted as %s", (typed, shown) => {
    expect(spacedNumber(typed)).toBe(shown);
  });

  test.each([
    ["", "Card number is required"],
    ["4242 4242", "This card number is incomplete"],
    ["4242 4242 4242 4241", "This card number isn’t valid"],
    // A number that could belong to a real card.
    ["4539 5787 6362 1486", "Only test cards work here. Choose one below"],
  ])("%s: %s", (number, problem) => {
    expect(problems({ number })).toEqual({ number: problem });
  });

  test("the card number accepts every test card that is offered", () => {
    for (const { number } of SHOWN_TEST_CARDS) {
      const code = brandOf(number) === "American Express" ? "1234" : "123";
      expect([number, problems({ number, code })]).toEqual([number, {}]);
    }
  });
});

describe("expiration date", () => {
  test.each([
    ["1", "", "1"],
    ["4", "", "04 / "],
    ["12", "1", "12 / "],
    ["12 / 3", "12 / ", "12 / 3"],
    ["1230", "", "12 / 30"],
    ["12/2030", "", "12 / 20"],
    ["12 /", "12 / ", "1"],
  ])("%s typed after %s is formatted as %s", (typed, before, shown) => {
    expect(spacedExpiry(typed, before)).toBe(shown);
  });

  test("the expiration date is parsed as a month of this century", () => {
    expect(expiryOf("04 / 30")).toEqual({ month: 4, year: 2030 });
    expect(expiryOf("04/30")).toEqual({ month: 4, year: 2030 });
    expect(expiryOf("13 / 30")).toBeNull();
    expect(expiryOf("00 / 30")).toBeNull();
    expect(expiryOf("04 / 3")).toBeNull();
  });

  test.each([
    ["", "Expiration date is required"],
    ["11 / 2", "Please enter the month and year, such as 04 / 30"],
    ["10 / 26", "This card has expired"],
    ["12 / 25", "This card has expired"],
  ])("%s: %s", (expiry, problem) => {
    expect(problems({ expiry })).toEqual({ expiry: problem });
  });

  test("the expiration date is valid until the end of its month", () => {
    expect(problems({ expiry: "11 / 26" })).toEqual({});
  });
});

test.each([
  [{ code: "" }, { code: "Security code is required" }],
  [{ code: "12" }, { code: "Security code must be 3 digits" }],
  [{ code: "12a" }, { code: "Security code must be 3 digits" }],
  [{ number: "3782 822463 10005" }, { code: "Security code must be 4 digits" }],
  [{ zip: "" }, { zip: "ZIP code is required" }],
  [{ zip: "7040" }, { zip: "Please enter a 5-digit ZIP code" }],
  [{ zip: "07040-1234" }, {}],
])("%j: %j", (changes, expected) => {
  expect(problems(changes)).toEqual(expected);
});

const card = (id: string, expiresMonth: number, expiresYear: number, last4 = "4242") => ({
  id,
  brand: "visa",
  last4,
  expiresMonth,
  expiresYear,
});

test("the card form describes a card by brand, last four digits and expiration", () => {
  expect(cardCopy(card("pm_1", 4, 2030))).toBe("Visa ending in 4242, expires 04/30");
});

test("the card form offers a card until the end of its month, and only once if it was saved several times", () => {
  const cards = [
    card("newest", 6, 2026),
    card("past", 5, 2026),
    card("older", 6, 2026),
    card("other", 6, 2026, "4444"),
    card("renewed", 1, 2029),
  ];
  const ids = usableCards(cards, new Date(2026, 5, 30, 23, 59)).map(({ id }) => id);
  expect(ids).toEqual(["newest", "other", "renewed"]);
  expect(usableCards(cards, new Date(2029, 1, 1))).toEqual([]);
});
