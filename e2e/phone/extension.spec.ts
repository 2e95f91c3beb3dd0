import type { Page } from "@playwright/test";
import { readBooking, reportPickup, requestItem, bookingTest as test } from "../support/bookings.ts";
import { bank, chooseCard, PAID } from "../support/checkout.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { expect } from "../support/test.ts";

const card = (page: Page) => page.getByRole("main").getByRole("region", { name: "Extension", exact: true });
const dialog = (page: Page) => page.getByRole("alertdialog");

test("a renter on a phone extends the rental with a card whose bank asks, and the owner approves", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, { title: "Dome tent for four" });
  const { id, totalCents } = await requestItem(renter.request, item.id, { days: 2 });
  expect((await owner.request.post(`/api/bookings/${id}/approve`, { data: {} })).status()).toBe(200);
  expect((await owner.request.post(`/api/bookings/${id}/confirm-time`, { data: {} })).status()).toBe(200);
  await expect.poll(async () => (await readBooking(renter.request, id)).allowedActions).toContain("hand_over");
  await reportPickup(renter.request, id);
  expect((await renter.request.post(`/api/bookings/${id}/hand-over`, { data: {} })).status()).toBe(200);

  const path = `/my-bookings/${id}`;
  await renter.page.goto(path);
  await card(renter.page).getByRole("button", { name: "Extend rental" }).tap();
  const day = dialog(renter.page).getByRole("combobox", { name: "New last day" });
  await day.selectOption({ index: 1 });
  await expect(dialog(renter.page).getByText(/× 2 days$/)).toBeVisible();
  await expectAccessible(renter.page, { isDarkToo: false });
  await expectToFit(renter.page, [320, 390]);
  await dialog(renter.page).getByRole("button", { name: "Continue to payment" }).tap();

  await expect(renter.page).toHaveURL(`/checkout/${id}`);
  await renter.page.getByRole("radio", { name: "Another card" }).check();
  await chooseCard(renter.page, "Asks for bank confirmation every time");
  await renter.page.getByRole("button", { name: /^Authorize \$/ }).tap();
  await bank(renter.page).getByRole("button", { name: "Complete authentication" }).click();
  await expect(renter.page).toHaveURL(path, PAID);
  await expect(card(renter.page).getByText(/^Waiting for Maya to reply by/)).toBeVisible();

  await owner.page.goto(path);
  await expect(card(owner.page).getByText(/^You’d earn \$.+ more$/)).toBeVisible();
  await expectAccessible(owner.page);
  await card(owner.page).getByRole("button", { name: "Approve the extension" }).tap();
  await dialog(owner.page).getByRole("button", { name: "Approve extension" }).tap();
  await expect(card(owner.page).getByText("Approved", { exact: true })).toBeVisible();

  // The renter's page follows without a reload.
  await expect(card(renter.page).getByText("Approved", { exact: true })).toBeVisible();
  await expect(card(renter.page).getByRole("button", { name: "Extend rental" })).toBeVisible();
  const extended = await readBooking(renter.request, id);
  expect(extended).toMatchObject({ price: { days: 4 }, extensions: [{ status: "approved" }] });
  expect(extended.totalCents).toBe(totalCents + (extended.extensions[0]?.price.totalCents ?? 0));
});
