import { bookingTest as test } from "../support/bookings.ts";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { chooseDay, freeRange, openRentalForm, readDays } from "../support/rental-form.ts";
import { expect, PHONE } from "../support/test.ts";

test.use(PHONE);

test("[PAY-01] a renter books by touch through a bank challenge at 320 px, with price and button always in view", async ({
  renter: { page, request },
  owner,
}) => {
  const item = await createListing(owner.request, { depositAmount: "40" });
  const { from, to } = freeRange((await readDays(request, item.id)).slice(2), 2);
  await page.goto(`/listings/${item.id}`);
  const form = await openRentalForm(page);
  await chooseDay(form, from);
  await chooseDay(form, to);
  await expect(form.getByRole("link", { name: "Request to book" })).toBeVisible();
  for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(page, colors);
  await form.getByRole("link", { name: "Request to book" }).tap();
  const pay = page.getByRole("button", { name: /^Request to book · \$/ });
  await expect(pay).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(page.getByText(/plus \$40\.00 refundable hold/)).toBeInViewport();
  const number = page.getByRole("textbox", { name: "Card number" });
  await expect(number).toHaveAttribute("inputmode", "numeric");
  await expect(number).toHaveAttribute("autocomplete", "cc-number");
  await page.getByText("Test cards", { exact: true }).tap();
  await page.getByRole("button", { name: /Asks for bank confirmation once$/ }).tap();
  await page.getByRole("checkbox", { name: /^I agree to the Terms/ }).check();
  await page.getByRole("checkbox", { name: /^If I return it late/ }).check();
  await expect(pay).toBeInViewport({ ratio: 1 });
  await pay.tap();
  await page.frameLocator('iframe[title="Your bank"]').getByRole("button", { name: "Complete authentication" }).tap();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your request is with Maya");
  await expectToFit(page, [320, 390]);
});
