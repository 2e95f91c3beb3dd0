import { localDate } from "@nexby/domain/kernel/calendar";
import { expect, test } from "vitest";
import { refusalSentence } from "./extension-offers.ts";

test.each([
  ["item_unavailable", "The owner isn't renting this item out anymore. Message them if you need it longer."],
  ["rental_too_long", "The rental would be longer than the owner allows"],
  ["dropoff_day_closed", "The owner doesn't take returns on Sundays"],
  ["not_enough_units", "You can't keep it until Sun, Nov 22, because it's booked or blocked then"],
  ["total_too_low", "The total must be at least $0.50. Choose a later day."],
  ["total_too_high", "The total is more than one card payment allows. Choose an earlier day."],
] as const)("[EXT-01] a rental that can't be extended any further for %s says why: %s", (code, sentence) => {
  expect(refusalSentence(code, localDate("2026-11-22"))).toBe(sentence);
});
