import { randomUUID } from "node:crypto";
import { signInAsDemo } from "../support/accounts.ts";
import { readBooking, requestItem } from "../support/bookings.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { createLister, createListing } from "../support/listers.ts";
import { expect, test } from "../support/test.ts";

/** The card provider accepts this card with an elevated risk. */
const RISKY_CARD = "4000 0000 0000 9235";

test("[FRAUD-01] an admin sees why a request was stopped and decides it by keyboard, and the decision takes effect", async ({
  page,
  context,
  browser,
}) => {
  const [owner, renter] = [await browser.newContext(), await browser.newContext()];
  await createLister(browser, owner, "Maya Rivera");
  await createLister(browser, renter, "Kim Fairway");
  const item = await createListing(owner.request, { title: `Kite ${randomUUID().slice(0, 8)}` });
  const request = async (message: string) => {
    const booking = await requestItem(renter.request, item.id, { message, card: RISKY_CARD });
    expect(booking).toMatchObject({ approvalStatus: "draft", nextStep: { code: "fraud_review" } });
    return { message, bookingId: booking.id };
  };
  const trusted = await request("For the morning");
  const doubted = await request("For the afternoon");

  await signInAsDemo(context, "ada");
  await page.goto("/admin/fraud-detection");
  const cardOf = (message: string) =>
    page.getByRole("article", { name: `${item.title} for Kim Fairway` }).filter({ hasText: message });
  const card = cardOf(trusted.message);
  for (const text of [
    "High risk",
    /\d+ h \d+ min left/,
    /Confidence \d+%, assessed when the card was authorized/,
    "Maya Rivera",
    "$26.66",
    "Account is less than an hour old",
    "Card provider rates the risk as elevated",
  ]) {
    await expect(card).toContainText(text);
  }
  await expect(card.getByRole("list", { name: "Patterns" })).toContainText("Card");

  const dialog = page.getByRole("alertdialog");
  await card.getByRole("button", { name: /^Request information/ }).focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(dialog.getByText("Please give a reason")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await expectAccessibleOverlay(page, "light");
  await page.keyboard.type("Is the phone theirs?");
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByText("We asked Kim Fairway for more information")).toBeVisible();
  await expect(card).toContainText("Is the phone theirs?");
  await expect(card.getByRole("button")).toHaveText(["Approve", "Decline"]);
  const notifications = await (await renter.request.get("/api/notifications")).json();
  expect(notifications).toContainEqual(expect.objectContaining({ title: "Please confirm your details" }));

  for (const [{ message }, label, toast] of [
    [trusted, "Approve", "Kim Fairway’s request was sent to the owner"],
    [doubted, "Decline", "Kim Fairway’s request was declined"],
  ] as const) {
    await cardOf(message)
      .getByRole("button", { name: new RegExp(`^${label}`) })
      .click();
    await dialog.getByLabel("Reason").fill("Looked at it");
    await expectAccessibleOverlay(page, label === "Approve" ? "light" : "dark");
    await dialog.getByRole("button", { name: label }).click();
    await expect(page.getByText(toast)).toBeVisible();
    await expect(cardOf(message)).toHaveCount(0);
  }
  expect(await readBooking(renter.request, trusted.bookingId)).toMatchObject({ approvalStatus: "pending_owner" });
  const declined = await readBooking(renter.request, doubted.bookingId);
  expect(declined.status).toBe("declined");
  expect(JSON.stringify(declined)).not.toMatch(/fraud|\brisk|looked at it/i);

  await page.getByRole("tab", { name: "All requests" }).click();
  await expect(cardOf(doubted.message)).toContainText("Declined by Ada");
  await expectAccessible(page, { isDarkToo: false });
  await Promise.all([owner.close(), renter.close()]);
});
