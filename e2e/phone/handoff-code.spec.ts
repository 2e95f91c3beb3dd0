import type { Page } from "@playwright/test";
import { readBooking, requestItem, bookingTest as test } from "../support/bookings.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { expect } from "../support/test.ts";

// One person is offline for a while, and one code is mistyped.
test.use({ expectedProblems: /net::ERR_|status of 422/ });

const card = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
const dialog = (page: Page) => page.getByRole("alertdialog");

async function readDigits(page: Page): Promise<string> {
  const text = await dialog(page).getByText("Your code:").textContent();
  return (text ?? "").replace(/\D/g, "");
}

/** The page loads the code and its dialog in advance, for places without reception. */
async function expectLoaded(page: Page, addresses: readonly RegExp[]): Promise<void> {
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  for (const address of addresses) {
    await expect.poll(async () => (await loaded()).some((name) => address.test(name))).toBe(true);
  }
}

/** Differs from the given digits in every place. */
const mistyped = (digits: string) => [...digits].map((digit) => (Number(digit) + 5) % 10).join("");

test("[EXCH-01] two people on phones confirm the handoff with a code that one shows offline, and the return by opening the QR code", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, { title: "Dome tent for two" });
  const { id } = await requestItem(renter.request, item.id, { days: 2 });
  expect((await owner.request.post(`/api/bookings/${id}/approve`, { data: {} })).status()).toBe(200);
  expect((await owner.request.post(`/api/bookings/${id}/confirm-time`, { data: {} })).status()).toBe(200);
  await expect.poll(async () => (await readBooking(owner.request, id)).allowedActions).toContain("use_code");
  const path = `/my-bookings/${id}`;
  await owner.page.goto(path);
  await renter.page.goto(path);
  await expect(card(renter.page, "Handoff code")).toBeVisible();
  await expectLoaded(renter.page, [/\/handoff-code$/, /\/show-code-dialog-.+\.js$/]);

  // The renter shows the code without a connection.
  await renter.page.context().setOffline(true);
  await card(renter.page, "Handoff code").getByRole("button", { name: "Show code" }).tap();
  await expect(dialog(renter.page).getByRole("img", { name: "QR code with the same code" })).toBeVisible();
  await expect(dialog(renter.page).getByRole("status")).toContainText("You’re offline.");
  await expectAccessible(renter.page);
  await expectToFit(renter.page);

  await card(owner.page, "Handoff code").getByRole("button", { name: "Enter code" }).tap();
  const field = dialog(owner.page).getByRole("textbox", { name: "Six-digit code" });
  await expect(field).toBeFocused();
  await expectAccessible(owner.page);
  await expectToFit(owner.page);
  await field.fill(mistyped(await readDigits(renter.page)));
  await dialog(owner.page).getByRole("button", { name: "Confirm handoff" }).tap();
  await expect(dialog(owner.page).getByText("This code is incorrect. You have 4 tries left.")).toBeVisible();
  await field.fill(await readDigits(renter.page));
  await dialog(owner.page).getByRole("button", { name: "Confirm handoff" }).tap();
  await expect(dialog(owner.page)).toHaveCount(0);
  await expect(card(owner.page, "Return code")).toBeVisible();
  expect((await readBooking(owner.request, id)).status).toBe("in_possession");

  // The renter's page catches up once it is online again.
  await renter.page.context().setOffline(false);
  await expect(card(renter.page, "Return code")).toBeVisible();
  await expect(dialog(renter.page)).toHaveCount(0);

  // A phone's camera opens the address in the QR code.
  await card(owner.page, "Return code").getByRole("button", { name: "Show code" }).tap();
  await expect(dialog(owner.page).getByText("Your code:")).toBeAttached();
  await renter.page.goto("/browse");
  await renter.page.goto(`${path}#code=${await readDigits(owner.page)}`);
  await expect(dialog(renter.page).getByRole("textbox", { name: "Six-digit code" })).toHaveValue(/^\d{6}$/);
  await dialog(renter.page).getByRole("button", { name: "Confirm return" }).tap();
  await expect(dialog(renter.page)).toHaveCount(0);
  await expect(dialog(owner.page)).toHaveCount(0);
  await expect(card(renter.page, "Return code")).toHaveCount(0);
  await expect(card(owner.page, "Timeline").getByRole("listitem")).toContainText([
    "Item returned",
    "Return confirmed with a code",
    "Rental started",
    "Handoff confirmed with a code",
  ]);
  expect((await readBooking(renter.request, id)).status).toBe("return_submitted");
});
