import { expect, test } from "vitest";
import { cardCopy, usableCards } from "./card-choice.tsx";

const card = (id: string, expiresMonth: number, expiresYear: number, last4 = "4242") => ({
  id,
  brand: "visa",
  last4,
  expiresMonth,
  expiresYear,
});

test("describes a card by brand, last four digits and expiration", () => {
  expect(cardCopy(card("pm_1", 4, 2030))).toBe("Visa ending in 4242, expires 04/30");
});

test("offers a card until the end of its month, and only once if it was saved several times", () => {
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
