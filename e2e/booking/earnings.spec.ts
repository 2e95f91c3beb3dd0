import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { readBooking, reportPickup, requestItem, bookingTest as test } from "../support/bookings.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { expect } from "../support/test.ts";

const panel = (page: Page) => page.getByRole("tabpanel").filter({ visible: true });
const figure = (page: Page, name: string) => panel(page).locator("dl > div").filter({ hasText: name });
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

async function runCommand(request: APIRequestContext, bookingId: string, verb: string): Promise<void> {
  const response = await request.post(`/api/bookings/${bookingId}/${verb}`, { data: {} });
  expect(response.status(), `${verb}: ${await response.text()}`).toBe(200);
}

test("[BOOK-01] an owner sees earnings by month and item, follows them live to the payout and downloads them as CSV", async ({
  renter,
  owner,
}) => {
  const { page } = owner;
  await page.goto("/my-listings?tab=earnings");
  await expect(panel(page).getByRole("heading", { name: "No earnings yet" })).toBeVisible();
  await expect(panel(page).getByText("Set up payouts to get paid")).toBeVisible();

  const tent = await createListing(owner.request, { title: "=Dome tent, for two" });
  const { id } = await requestItem(renter.request, tent.id);
  await runCommand(owner.request, id, "approve");
  await expect.poll(async () => (await readBooking(renter.request, id)).paymentStatus).toBe("captured");
  const { ownerEarningsCents } = await readBooking(owner.request, id);
  const amount = dollars(ownerEarningsCents ?? 0);
  // The figures update without a reload.
  await expect(figure(page, "Upcoming")).toContainText(amount);
  await expect(figure(page, "Earned")).toContainText("$0.00");
  await expect(panel(page).getByText("No rentals ended in the last 12 months.")).toBeVisible();

  await runCommand(owner.request, id, "confirm-time");
  await reportPickup(renter.request, id);
  await runCommand(renter.request, id, "hand-over");
  await runCommand(renter.request, id, "return");
  await runCommand(owner.request, id, "close");
  await expect(figure(page, "Earned")).toContainText(amount);
  await expect(figure(page, "Waiting")).toContainText(amount);
  await expect(figure(page, "Upcoming")).toContainText("$0.00");
  await expect(panel(page).getByText(`${amount} is waiting. We’ll send it`)).toBeVisible();
  await expect(panel(page).getByRole("img", { name: /^Earnings by month, \w+ \d{4} to \w+ \d{4}: \$/ })).toBeVisible();
  await expect(panel(page).getByRole("list", { name: "Items" })).toContainText(
    `=Dome tent, for two${amount} · 1 rental`,
  );
  await expect(panel(page).getByText("No payouts yet.")).toBeVisible();

  await panel(page).getByText("Show as a table").click();
  const months = panel(page).getByRole("table", { name: "Earnings by month and item" }).getByRole("row");
  await expect(months).toHaveCount(13);
  await expect(months.nth(1)).toContainText(amount);
  await expectAccessible(page);
  await expectToFit(page, [320, 1440]);

  const download = page.waitForEvent("download");
  await panel(page)
    .getByRole("link", { name: /^Download \d{4} \(CSV\)$/ })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^nexby-earnings-\d{4}\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${id}","'=Dome tent, for two","Omar Haddad"`);

  await panel(page).getByRole("link", { name: "Set up payouts" }).click();
  await expect(page).toHaveURL("/profile?tab=payments");
});
