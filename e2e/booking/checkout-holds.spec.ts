import type { Page } from "@playwright/test";
import { bookingTest as test } from "../support/bookings.ts";
import { button, checkoutOf, chooseCard, consent, heading, readBookings } from "../support/checkout.ts";
import { withoutLiveEvents } from "../support/counted-answers.ts";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { createListing } from "../support/listers.ts";
import { expect } from "../support/test.ts";

test.use({ expectedProblems: /status of 409/ });

const closeChallenge = (page: Page) =>
  page
    .getByRole("dialog", { name: "Confirm with your bank" })
    .getByRole("button", { name: "Close", exact: true })
    .click();

test("[HOLD-01] a renter changes, reprices, resumes and abandons the booking that is held for them", async ({
  renter: { page, request },
  owner,
}) => {
  const item = await createListing(owner.request, { quantityTotal: 1, offerMeetup: true });
  const path = await checkoutOf(request, item);
  await withoutLiveEvents(page);
  await page.goto(`${path}&exchange=meetup`);
  await page.getByRole("textbox", { name: /^Where to meet/ }).fill("The mill");
  await chooseCard(page, "Asks for bank confirmation every time");
  await consent(page);
  const pay = button(page, /^Request to book · /);
  await pay.click();
  await closeChallenge(page);
  await expect(page.getByRole("region", { name: "Time to pay" })).toBeVisible();

  // The only unit is held for this renter, and their other tab still offers it.
  const listing = await page.context().newPage();
  await listing.goto(path.replace("/combined-checkout/", "/listings/"));
  await expect(listing.getByRole("link", { name: /^Request to book/ }).first()).toBeVisible();
  await expect(listing.getByText("Not available for these dates")).toHaveCount(0);
  await listing.close();

  await button(page, "Change my booking").click();
  await expect(button(page, "Change dates")).toBeEnabled();
  await expect(page.getByRole("region", { name: "Dates" }).getByRole("heading")).toBeFocused();
  const before = (await pay.textContent())?.replace(/^.*· /, "") ?? "";
  await owner.request.patch(`/api/items/${item.id}`, { data: { dailyRate: "31" } });
  await pay.click();
  // The late fee depends on the daily rate.
  const dialog = page.getByRole("dialog", { name: "Some things have changed" });
  await expect(dialog.getByRole("definition").first()).toHaveText(before);
  const after = (await dialog.getByRole("definition").nth(1).textContent()) ?? "";
  expect(after).not.toBe(before);
  expect((await readBookings(request)).map(({ status }) => status)).toEqual(["canceled"]);
  for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(page, colors);
  await dialog.getByRole("button", { name: `Request to book · ${after}` }).click();
  await closeChallenge(page);
  await expect(page.getByRole("region", { name: "Time to pay" })).toBeVisible();

  // Other dates start another checkout; the same dates lead back to this one.
  await page.goto(await checkoutOf(request, item, 3));
  await expect(button(page, "Change dates")).toBeEnabled();
  await page.goto(path);
  await expect(page).toHaveURL(/^[^?]*\/checkout\/[\da-f-]+$/);
  await button(page, "Leave without booking").click();
  await expect(heading(page)).toHaveText("Nothing was charged");
  await page.getByRole("link", { name: "Resume" }).click();
  await expect(page.getByRole("textbox", { name: /^Where to meet/ })).toHaveValue("The mill");
  expect((await readBookings(request)).map(({ status }) => status)).toEqual(["canceled", "canceled"]);
});
