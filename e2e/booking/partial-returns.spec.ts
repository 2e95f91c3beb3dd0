import { card, dialog, nextStep } from "../support/booking-page.ts";
import { type Participant, readBooking, reportPickup, requestItem, bookingTest as test } from "../support/bookings.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { expect, PHONE } from "../support/test.ts";

test.use({ ...PHONE, expectedProblems: /status of 400/ });

const command = async ({ request }: Participant, bookingId: string, verb: string) => {
  const response = await request.post(`/api/bookings/${bookingId}/${verb}`, { data: {} });
  expect(response.status(), await response.text()).toBe(200);
};

test("[BOOK-01] a renter brings back some of several units, the owner confirms them, and the rental ends with the last", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, { isInstant: true, quantityTotal: 3 });
  const { id } = await requestItem(renter.request, item.id, { quantity: 3 });
  await command(owner, id, "confirm-time");
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");
  await reportPickup(renter.request, id);
  await command(renter, id, "hand-over");

  await owner.page.goto(`/my-bookings/${id}`);
  await renter.page.goto(`/my-bookings/${id}`);
  await nextStep(renter.page).getByRole("button", { name: "Mark as returned" }).tap();
  const units = dialog(renter.page).getByRole("textbox", { name: "How many units come back?" });
  await expect(units).toHaveValue("3");
  await expectToFit(renter.page, [320, 390]);
  await units.fill("4");
  await dialog(renter.page).getByRole("button", { name: "Mark as returned" }).tap();
  await expect(units).toHaveAccessibleDescription(/Enter at most 3/);
  await units.fill("2");
  await dialog(renter.page).getByRole("button", { name: "Mark as returned" }).tap();
  await expect(card(renter.page, "Returned units")).toContainText("1 of 3 units is still out.");
  await expect(card(renter.page, "Returned units")).toContainText("Maya hasn’t confirmed it.");

  const returned = card(owner.page, "Returned units");
  await returned.getByRole("button", { name: /^Confirm: Omar marked 2 units as returned/ }).tap();
  await dialog(owner.page).getByRole("button", { name: "Yes, I have them" }).tap();
  await expect(returned).toContainText("You confirmed it.");
  await expect(card(renter.page, "Returned units")).toContainText("Maya confirmed it.");
  await expectToFit(owner.page, [320, 390]);

  await nextStep(owner.page).getByRole("button", { name: "Mark as returned" }).tap();
  await expect(dialog(owner.page).getByRole("textbox", { name: "How many units come back?" })).toHaveCount(0);
  await dialog(owner.page).getByRole("button", { name: "Mark as returned" }).tap();
  await expect(card(renter.page, "Returned units")).toContainText("All units are back.");
  expect((await readBooking(renter.request, id)).status).toBe("return_submitted");
});
