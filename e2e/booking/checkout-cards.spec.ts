import type { SavedCardView } from "@nexby/contract/money/payments";
import { readBooking, saveCard, bookingTest as test } from "../support/bookings.ts";
import { bookingIdOf, button, cardProblem, checkoutOf, chooseCard, consent, PAID } from "../support/checkout.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { createListing } from "../support/listers.ts";
import { expect } from "../support/test.ts";

test.use({ expectedProblems: /status of 402/ });

test("[PAY-01] checkout offers saved cards, newest first, next to a new card, and charges the chosen one", async ({
  renter: { page, request },
  owner,
}) => {
  await saveCard(request, "5555555555554444");
  await saveCard(request);
  const readCards = async () => (await (await request.get("/api/payments/cards")).json()) as SavedCardView[];
  const mastercard = (await readCards()).find(({ last4 }) => last4 === "4444");
  const item = await createListing(owner.request);
  await page.goto(await checkoutOf(request, item));
  const radios = page.getByRole("group", { name: "Pay with" }).getByRole("radio");
  const number = page.getByRole("textbox", { name: "Card number" });
  const visa = page.getByRole("radio", { name: "Visa ending in 4242, expires 12/34" });
  await expect(visa).toBeChecked();
  await expect(radios).toHaveCount(3);
  await expect(number).toHaveCount(0);
  await consent(page);

  const pay = button(page, /^Request to book · \$/);
  await page.getByRole("radio", { name: "Another card" }).check();
  await chooseCard(page, "Insufficient funds");
  await pay.click();
  await expect(cardProblem(page)).toContainText("Your card has insufficient funds.", PAID);
  await visa.check();
  await expect(number).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Mastercard ending in 4444, expires 12/34" })).toBeChecked();
  await expectAccessible(page);
  const confirmation = page.waitForRequest(/\/payment_intents\/.+\/confirm$/);
  await pay.click();
  expect(new URLSearchParams((await confirmation).postData() ?? "").get("payment_method")).toBe(mastercard?.id);
  await expect(page).toHaveURL(/\/booking-success\?booking=/, PAID);
  expect(await readBooking(request, bookingIdOf(page))).toMatchObject({ paymentStatus: "authorized" });
  expect(await readCards(), "the cards are not saved twice").toHaveLength(2);
});
