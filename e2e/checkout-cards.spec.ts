import type { SavedCardView } from "@nexby/contract/saved-cards";
import { readBooking, reserveItem, saveCard, bookingTest as test } from "./support/bookings.ts";
import {
  bank,
  bookingIdOf,
  button,
  cardProblem,
  checkoutOf,
  chooseCard,
  consent,
  heading,
  PAID,
  readBookings,
} from "./support/checkout.ts";
import { answerInTurn, catchReports, refusal } from "./support/counted-answers.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expectToFit } from "./support/expect-to-fit.ts";
import { createListing } from "./support/listers.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ timeout: 60_000 });

test.describe("cards", () => {
  test.use({ expectedProblems: /status of 402/ });

  test("[PAY-01] [HOLD-01] one is declined, one is challenged, one is accepted, all for one booking", async ({
    renter: { page, request },
    owner,
  }) => {
    const item = await createListing(owner.request, { isInstant: true });
    await page.goto(await checkoutOf(request, item));
    await expect(heading(page)).toHaveText("Book now");
    const pay = button(page, /^Book now · \$/);
    await chooseCard(page, "Insufficient funds");
    await consent(page);
    await pay.click();
    await expect(cardProblem(page)).toContainText("Your card has insufficient funds.", PAID);
    await expect(cardProblem(page)).toBeFocused();
    const time = page.getByRole("region", { name: "Time to pay" });
    await expect(time).toContainText(/Kept for you until \d+:\d\d [AP]M · (29|30):\d\d left/);
    await expect(button(page, "Change dates")).toBeDisabled();
    await expectToFit(page);

    await page.setViewportSize({ width: 1440, height: 900 });
    await chooseCard(page, "Your bank asks you to confirm always");
    await pay.click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(cardProblem(page)).toContainText("Your bank was not answered, so nothing was paid.", PAID);
    await pay.click();
    await bank(page).getByRole("button", { name: "Complete authentication" }).click();
    await expect(heading(page)).toHaveText("It is booked", PAID);
    expect(await readBookings(request)).toMatchObject([{ id: bookingIdOf(page), approvalStatus: "approved" }]);
  });
});

test.describe("saved cards", () => {
  test.use({ expectedProblems: /status of 402/ });

  test("[PAY-01] are offered at checkout, the newest first, and chosen by key; another one may be typed in", async ({
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
    const visa = page.getByRole("radio", { name: "Visa ending in 4242, expires 12/34" });
    await expect(visa).toBeChecked();
    await expect(radios).toHaveCount(3);
    await expect(page.getByRole("textbox", { name: "Card number" })).toHaveCount(0);
    await visa.focus();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: "Mastercard ending in 4444, expires 12/34" })).toBeChecked();
    await expectAccessible(page);
    await consent(page);
    const confirmation = page.waitForRequest(/\/payment_intents\/.+\/confirm$/);
    await button(page, /^Request to book · \$/).click();
    expect(new URLSearchParams((await confirmation).postData() ?? "").get("payment_method")).toBe(mastercard?.id);
    await expect(page).toHaveURL(/\/booking-success\?booking=/, PAID);
    expect(await readBooking(request, bookingIdOf(page))).toMatchObject({ paymentStatus: "authorized" });
    expect(await readCards(), "it is not saved once more").toHaveLength(2);

    const bookingId = await reserveItem(request, item.id);
    await page.goto(`/checkout/${bookingId}`);
    await expect(visa).toBeChecked();
    await page.getByRole("radio", { name: "Another card" }).check();
    await chooseCard(page, "Insufficient funds");
    await button(page, /^Finish · \$/).click();
    await expect(cardProblem(page)).toContainText("Your card has insufficient funds.", PAID);
    await visa.check();
    await expect(page.getByRole("textbox", { name: "Card number" })).toHaveCount(0);
    await button(page, /^Finish · \$/).click();
    await expect(page).toHaveURL(`/booking-success?booking=${bookingId}`, PAID);
    expect(await readBooking(request, bookingId)).toMatchObject({ paymentStatus: "authorized" });
  });
});

test.describe("a card that cannot be saved", () => {
  test.use({ expectedProblems: /status of 409/ });

  test("[LOG-02] [PAY-01] is reported without anything that was typed about it", async ({ renter: { page } }) => {
    const reports = await catchReports(page);
    await page.goto("/profile?tab=payments");
    await button(page, "Add a card").click();
    await page.getByRole("textbox", { name: "Card number" }).fill("4242424242424242");
    await page.getByRole("textbox", { name: "Expiration" }).fill("12 / 40");
    await page.getByRole("textbox", { name: "Billing ZIP" }).fill("07040");
    const code = page.getByRole("textbox", { name: "Security code" });
    await code.fill("987");
    await answerInTurn(page, "/api/payments/cards", refusal(409, "Not now"));
    await code.press("Enter");
    await expect(page.getByRole("alert")).toContainText("The card was not saved");
    // The form was looked at, and nothing of it was taken.
    await expect.poll(() => reports).toContainEqual(expect.objectContaining({ errorType: "api", formData: {} }));
    expect(JSON.stringify(reports)).not.toMatch(/4242[ -]?4242|"987"|12 \/ 40|"07040"/);
  });
});
