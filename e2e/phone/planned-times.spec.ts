import type { Page } from "@playwright/test";
import { readBooking, requestItem, bookingTest as test } from "../support/bookings.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { expect } from "../support/test.ts";

const card = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
const dialog = (page: Page) => page.getByRole("alertdialog");

/** Proposes the time of day on the day that the dialog offers first. */
async function propose(page: Page, name: string, time: string): Promise<void> {
  await card(page, name)
    .getByRole("button", { name: /^Propose an/ })
    .tap();
  await dialog(page).getByRole("combobox", { name: "Time" }).selectOption({ label: time });
  await dialog(page).getByRole("button", { name: "Propose time" }).tap();
  await expect(dialog(page)).toHaveCount(0);
}

test("[PICK-01] two people on phones agree on a pickup time, move it later and plan the return, each page following the other live", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, { title: "Dome tent for two" });
  const { id } = await requestItem(renter.request, item.id, { days: 2 });
  expect((await owner.request.post(`/api/bookings/${id}/approve`, { data: {} })).status()).toBe(200);
  const path = `/my-bookings/${id}`;
  await renter.page.goto(path);
  await owner.page.goto(path);
  const pickup = { renter: card(renter.page, "Pickup time"), owner: card(owner.page, "Pickup time") };
  await expect(pickup.renter).toContainText("Waiting for Maya");
  await expect(pickup.owner).toContainText("Your turn");
  await expect(pickup.owner).toContainText("Omar proposed this time.");

  // The owner counters with one of the suggested times.
  await pickup.owner.getByRole("button", { name: "Propose another time: Pickup time" }).tap();
  await expectAccessible(owner.page);
  await expectToFit(owner.page);
  const suggestion = dialog(owner.page).getByRole("group").getByRole("button", { name: "10:00 AM", exact: true });
  await suggestion.tap();
  await expect(suggestion).toHaveAttribute("aria-pressed", "true");
  await dialog(owner.page).getByRole("textbox", { name: "Message (optional)" }).fill("After the school run");
  await dialog(owner.page).getByRole("button", { name: "Propose time" }).tap();
  await expect(pickup.owner).toContainText("Waiting for Omar");

  await expect(pickup.renter).toContainText("Your turn");
  await expect(pickup.renter).toContainText("10:00 AM");
  await expect(pickup.renter).toContainText("After the school run");
  await expectAccessible(renter.page);
  await expectToFit(renter.page);
  await pickup.renter.getByRole("button", { name: "Confirm the time: Pickup time" }).tap();
  await expect(pickup.renter).toContainText("Confirmed");
  await expect(pickup.owner).toContainText("Confirmed");
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");

  // The renter moves the confirmed time, which stays in force until the owner confirms.
  await propose(renter.page, "Pickup time", "2:30 PM");
  await expect(pickup.owner).toContainText("Omar proposed");
  await expect(pickup.owner.getByRole("status")).toContainText(/10:00 AM.*2:30 PM.* the confirmed time stays/);
  await pickup.owner.getByRole("button", { name: "Confirm the time: Pickup time" }).tap();
  await expect(pickup.renter.getByRole("status")).toHaveText(/2:30 PM$/);
  await expect(pickup.renter).toContainText("Confirmed");

  // The return is due at the end until both agree on an earlier time.
  const giveBack = { renter: card(renter.page, "Return time"), owner: card(owner.page, "Return time") };
  await propose(owner.page, "Return time", "12:00 PM");
  await expect(giveBack.renter).toContainText("Your turn");
  await giveBack.renter.getByRole("button", { name: "Confirm the time: Return time" }).tap();
  await expect(giveBack.owner.getByRole("status")).toHaveText(/12:00 PM$/);
  const { status, exchange, timezone } = await readBooking(owner.request, id);
  const clock = (instant: string | null) =>
    new Date(instant ?? 0).toLocaleTimeString("en-US", { timeZone: timezone, hour: "numeric", minute: "2-digit" });
  expect(status).toBe("scheduled");
  expect(
    [clock(exchange.scheduledPickupAt), clock(exchange.scheduledReturnAt)].map((time) => time.replace(/\s/u, " ")),
  ).toEqual(["2:30 PM", "12:00 PM"]);
});
