import { readFileSync } from "node:fs";
import type { SavedCardView } from "@nexby/contract/money/payments";
import type { Page } from "@playwright/test";
import { readBooking, saveCard, bookingTest as test } from "../support/bookings.ts";
import {
  bookingIdOf,
  button,
  cardProblem,
  checkoutOf,
  chooseCard,
  consent,
  exact,
  heading,
  readBookings,
  tabTo,
} from "../support/checkout.ts";
import { withoutLiveEvents } from "../support/counted-answers.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { expect } from "../support/test.ts";

async function download(page: Page, link: string) {
  const downloading = page.waitForEvent("download");
  await page.getByRole("main").getByRole("link", { name: link, exact: true }).click();
  const file = await downloading;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test("[PAY-01] [REQ-01] [EXCH-01] a renter books with the keyboard alone, then sees the approval live and downloads the calendar file and receipt", async ({
  renter: { page, request },
  owner,
}) => {
  const item = await createListing(owner.request, { offerDelivery: true, deliveryRadius: 20, depositAmount: "40" });
  const path = await checkoutOf(request, item);
  await test.step("the listing leads to the checkout", async () => {
    await page.goto(path.replace("combined-checkout", "listings"));
    await tabTo(page, page.getByRole("link", { name: "Request to book" }));
    await page.keyboard.press("Enter");
    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toHaveText("Request to book");
  });

  await test.step("the keyboard fills in the form, which reports what is missing", async () => {
    await tabTo(page, page.getByRole("radio", { name: /^Pickup/ }));
    await page.keyboard.press("ArrowDown");
    await tabTo(page, page.getByRole("textbox", { name: "Deliver to" }));
    await page.keyboard.type("07040");
    const time = page.getByRole("combobox", { name: "Delivery time (optional)" });
    await tabTo(page, time);
    while ((await time.inputValue()) < "10:30") await page.keyboard.press("ArrowDown");
    await tabTo(page, page.getByRole("textbox", { name: "Message (optional)" }));
    await page.keyboard.type("For a weekend at the lake.");
    for (const [label, text] of [
      ["Card number", "4242424242424242"],
      ["Expiration", "440"],
      ["Security code", "123"],
      ["Billing ZIP", "07040"],
    ] as const) {
      await tabTo(page, page.getByRole("textbox", { name: label }));
      await page.keyboard.type(text);
    }
    const pay = button(page, /^Request to book · \$/);
    await tabTo(page, pay);
    await page.keyboard.press("Enter");
    const report = page.getByRole("alert").filter({ hasText: "Please check these 2 fields" });
    await expect(report).toBeFocused();
    await expectAccessible(page, { isDarkToo: false });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const terms = page.getByRole("checkbox", { name: /^I agree to the Terms/ });
    await expect(terms).toBeFocused();
    await expect(terms).toHaveAccessibleDescription("Please accept the terms");
    await page.keyboard.press("Space");
    await expect(terms).toHaveAccessibleDescription("");
    await tabTo(page, page.getByRole("checkbox", { name: /^If I return it late/ }));
    await page.keyboard.press("Space");
    await expect(page.getByRole("complementary", { name: "Price" })).toContainText("Plus a refundable hold");
    await tabTo(page, pay);
    await page.keyboard.press("Enter");
  });

  await expect(heading(page)).toHaveText("Your request is with Maya");
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(/^Maya has until .+ to reply\./)).toBeVisible();
  const booking = await readBooking(request, bookingIdOf(page));
  expect(booking).toMatchObject({
    approvalStatus: "pending_owner",
    paymentStatus: "authorized",
    exchangeType: "delivery",
    message: "For a weekend at the lake.",
    depositCents: 4000,
    exchange: { address: "07040", requestedPickupAt: expect.any(String) },
  });
  const requested = new Date(booking.exchange.requestedPickupAt ?? "").toLocaleTimeString("en-US", {
    timeZone: booking.timezone,
  });
  expect(requested).toBe("10:30:00 AM");
  await expect(page.getByRole("main").getByText(exact(booking.totalCents))).toBeVisible();

  await test.step("the approval arrives without a reload", async () => {
    const approval = await owner.request.post(`/api/bookings/${booking.id}/approve`, { data: { message: "" } });
    expect(approval.status()).toBe(200);
    await expect(heading(page)).toHaveText("It’s booked");
    const calendar = await download(page, "Add to calendar");
    expect(calendar.name).toBe("booking.ics");
    expect(calendar.bytes.toString()).toContain(`UID:${booking.id}\r\n`);
    const receipt = await download(page, "Receipt");
    expect(receipt.name).toMatch(/^nexby-receipt-R-[0-9A-F]{12}\.pdf$/);
    expect(receipt.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  });
});

test.describe("a bad connection", () => {
  test.use({ expectedProblems: /status of 402|ERR_FAILED/ });

  test("[PAY-01] [HOLD-01] a double click, a lost response or a declined card never makes a second booking", async ({
    renter: { page, request },
    owner,
  }) => {
    await saveCard(request, "5555555555554444");
    await saveCard(request);
    const readCards = async () => (await (await request.get("/api/payments/cards")).json()) as SavedCardView[];
    const mastercard = (await readCards()).find(({ last4 }) => last4 === "4444");
    const item = await createListing(owner.request, { isInstant: true });
    await withoutLiveEvents(page);
    const number = page.getByRole("textbox", { name: "Card number" });
    const visa = page.getByRole("radio", { name: "Visa ending in 4242, expires 12/34" });
    const another = page.getByRole("radio", { name: "Another card" });
    await test.step("the newest saved card is chosen first", async () => {
      await page.goto(await checkoutOf(request, item));
      await expect(heading(page)).toHaveText("Book now");
      await expect(visa, "the newest card").toBeChecked();
      await expect(page.getByRole("group", { name: "Pay with" }).getByRole("radio")).toHaveCount(3);
      await expect(number).toHaveCount(0);
      await another.check();
      await page.getByRole("textbox", { name: "Message (optional)" }).fill("Hello");
    });
    let attempts = 0;
    await page.route("**/api/bookings", async (route) => {
      attempts += 1;
      if (attempts > 1) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const time = page.getByRole("region", { name: "Time to pay" });
    await test.step("a double click and a lost response make one attempt, which a declined card survives", async () => {
      await chooseCard(page, "Insufficient funds");
      await consent(page);
      await button(page, /^Book now · \$/).dblclick();
      await expect(cardProblem(page)).toContainText("Your card has insufficient funds.");
      await expect(cardProblem(page)).toBeFocused();
      expect(attempts).toBe(2);
      await expect(time).toContainText(/Held for you until \d+:\d\d [AP]M · \d\d?:\d\d left/);
      await expect(button(page, "Change dates")).toBeDisabled();
    });
    const [booking, ...others] = await readBookings(request);
    expect(others).toEqual([]);

    const pay = button(page, /^Finish · \$/);
    await test.step("after a reload, a closed bank dialog charges nothing", async () => {
      await page.reload();
      await expect(page).toHaveURL(`/checkout/${booking?.id}`);
      await expect(time).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page, [320, 1440]);
      await another.check();
      await chooseCard(page, "Asks for bank confirmation every time");
      await pay.click();
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await expect(cardProblem(page)).toContainText("You didn’t confirm with your bank, so nothing was charged.");
    });
    await test.step("a payment without an answer is checked again, and booked once", async () => {
      await visa.check();
      await expect(number).toHaveCount(0);
      await page.keyboard.press("ArrowDown");
      await expect(page.getByRole("radio", { name: "Mastercard ending in 4444, expires 12/34" })).toBeChecked();
      await page.route("**/refresh", (route) => route.abort());
      const confirmation = page.waitForRequest(/\/payment_intents\/.+\/confirm$/);
      await pay.click();
      expect(new URLSearchParams((await confirmation).postData() ?? "").get("payment_method")).toBe(mastercard?.id);
      await expect(page.getByRole("heading", { name: "Checking your payment" })).toBeFocused();
      await page.unroute("**/refresh");
      await button(page, "Check again").click();
      await expect(heading(page)).toHaveText("It’s booked");
      expect(await readBookings(request)).toMatchObject([{ id: booking?.id, approvalStatus: "approved" }]);
      expect(await readBooking(request, booking?.id ?? "")).toMatchObject({ message: "Hello" });
      expect(await readCards(), "the cards are not saved twice").toHaveLength(2);
    });
  });
});
