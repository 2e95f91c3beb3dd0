import type { Page } from "@playwright/test";
import { card, dialog, nextStep, openReport, sheet } from "../support/booking-page.ts";
import { type Participant, readBooking, requestItem, bookingTest as test } from "../support/bookings.ts";
import { checkoutOf } from "../support/checkout.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing, PLAIN_PHOTO } from "../support/listers.ts";
import { expect, PHONE } from "../support/test.ts";

// The renter counts without a connection.
test.use({ ...PHONE, expectedProblems: /status of 409|net::ERR_/ });

const KIT = [
  { name: "Tent pole", count: 4, priceCents: 1_200 },
  { name: "Peg", count: 12, priceCents: 150 },
];
const PHOTO = { name: "photo.png", mimeType: "image/png", buffer: PLAIN_PHOTO };
const [PICKUP, RETURN] = ["Condition at pickup", "Condition at return"];

const command = async ({ request }: Participant, bookingId: string, verb: string) => {
  const response = await request.post(`/api/bookings/${bookingId}/${verb}`, { data: {} });
  expect(response.status(), await response.text()).toBe(200);
};

/** Counts the poles one by one and all pegs at once, in a report with a photo. */
async function reportWithCount(page: Page, cardName: string, poles: string): Promise<void> {
  await openReport(page, cardName);
  await sheet(page).getByLabel("Take a photo: The whole item").setInputFiles(PHOTO);
  await sheet(page).getByRole("textbox", { name: "Tent pole: how many are there" }).fill(poles);
  await sheet(page).getByRole("checkbox", { name: "Peg: all 12 there" }).check();
  await expectToFit(page, [320, 390]);
  await sheet(page).getByRole("radio", { name: "Good" }).check();
  await sheet(page).getByRole("button", { name: "Send report" }).tap();
  await expect(sheet(page)).toHaveCount(0);
}

test("[KIT-01] both people count the pieces of a kit, and a missing one is the suggested claim", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, { isInstant: true, pieces: KIT });
  await renter.page.goto(await checkoutOf(renter.request, item));
  await expect(renter.page.getByRole("main").getByText("4 × Tent pole")).toBeVisible();
  await expect(renter.page.getByRole("main").getByText("$12.00 each")).toBeVisible();
  const { id } = await requestItem(renter.request, item.id);
  await command(owner, id, "confirm-time");
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");

  await renter.page.goto(`/my-bookings/${id}`);
  await expect(card(renter.page, "Pieces")).toContainText("4 × Tent pole");
  await expect(card(renter.page, PICKUP)).toBeVisible();
  await renter.page.context().setOffline(true);
  await reportWithCount(renter.page, PICKUP, "4");
  await expect(card(renter.page, PICKUP)).toContainText("Your report and 1 photo are on this phone.");
  await owner.page.goto(`/my-bookings/${id}`);
  await reportWithCount(owner.page, PICKUP, "4");
  await renter.page.context().setOffline(false);
  const reportOf = (name: string) => card(owner.page, name).getByRole("article", { name: "Omar’s report" });
  await expect(reportOf(PICKUP)).toContainText("Pieces: All are there.");

  await command(renter, id, "hand-over");
  await command(renter, id, "return");
  await reportWithCount(renter.page, RETURN, "4");
  await expect(reportOf(RETURN)).toContainText("Pieces: All are there.");
  await reportWithCount(owner.page, RETURN, "3");
  const recounted = card(renter.page, RETURN).getByRole("article", { name: "Maya’s report" });
  await expect(recounted).toContainText("Pieces: 3 of 4 × Tent pole. All others are there.");
  await expect(card(renter.page, "Pieces")).toContainText("1 missing");

  await nextStep(owner.page).getByRole("button", { name: "Claim damage" }).tap();
  await expect(dialog(owner.page).getByRole("radio", { name: "Missing pieces" })).toBeChecked();
  const amount = dialog(owner.page).getByRole("textbox", { name: "Repair or replacement cost, in dollars" });
  await expect(amount).toHaveValue("12.00");
  await expect(amount).toHaveAccessibleDescription(/Missing pieces: 1 × Tent pole: \$12\.00\./);
});
