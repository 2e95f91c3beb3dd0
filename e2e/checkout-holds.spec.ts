import { readBooking, bookingTest as test } from "./support/bookings.ts";
import { button, checkoutOf, chooseCard, consent, exact, heading, PAID, readBookings } from "./support/checkout.ts";
import { createListing } from "./support/listers.ts";
import { expect } from "./support/test.ts";

test.describe.configure({ timeout: 60_000 });

test.describe("what is held", () => {
  test.use({ expectedProblems: /status of 409/ });

  test("[HOLD-01] is not in its own renter's way, outlives a pause, and ends when another tab gives it up", async ({
    renter: { page, request },
    owner,
  }) => {
    const item = await createListing(owner.request, { quantityTotal: 1 });
    const path = await checkoutOf(request, item);
    await page.goto(path);
    await chooseCard(page, "Your bank asks you to confirm always");
    await consent(page);
    await button(page, /^Request to book · /).click();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const time = page.getByRole("region", { name: "Time to pay" });
    await expect(time).toBeVisible(PAID);

    const listing = await page.context().newPage();
    await listing.goto(path.replace("/combined-checkout/", "/listings/"));
    await expect(listing.getByRole("link", { name: /^Request to book/ }).first()).toBeVisible();
    await expect(listing.getByText("Not available for the chosen dates")).toHaveCount(0);

    const readAgain = page.waitForResponse((answer) => answer.url().endsWith(`/api/items/${item.id}`));
    await owner.request.patch(`/api/items/${item.id}`, { data: { isAvailable: false } });
    await readAgain;
    await expect(time).toBeVisible();
    await expect(button(page, "Change dates")).toBeDisabled();

    const [booking] = await readBookings(request);
    const given = await request.post(`/api/bookings/${booking?.id}/cancel`, {
      data: { refundCents: booking?.totalCents },
    });
    expect(given.ok(), await given.text()).toBe(true);
    await button(page, /^Request to book · /).click();
    await expect(page.getByRole("region", { name: "Dates" }).getByRole("alert")).toContainText(
      "The time to pay is over",
      PAID,
    );
    await expect(time).toHaveCount(0);
  });
});

test("what is held is changed or given up, and a refused card is paid again", async ({
  renter: { page, request },
  owner,
}) => {
  const item = await createListing(owner.request, { offerMeetup: true });
  const path = await checkoutOf(request, item);
  await page.goto(`${path}&exchange=meetup`);
  await page.getByRole("textbox", { name: /^Where to meet/ }).fill("The mill");
  await chooseCard(page, "Your bank asks you to confirm always");
  await consent(page);
  await button(page, /^Request to book · /).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await button(page, "Change my booking").click();
  await expect(button(page, "Change dates")).toBeEnabled(PAID);
  await expect(page.getByRole("region", { name: "Dates" }).getByRole("heading")).toBeFocused();
  await button(page, /^Request to book · /).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  // Whoever chose other days is not led back to these.
  await page.goto(await checkoutOf(request, item, 3));
  await expect(button(page, "Change dates")).toBeEnabled(PAID);
  await page.goto(path);
  await expect(page).toHaveURL(/^[^?]*\/checkout\/[\da-f-]+$/);
  await button(page, "Leave without booking").click();
  await expect(heading(page)).toHaveText("Nothing was charged", PAID);
  await page.getByRole("link", { name: "Resume" }).click();
  await expect(page.getByRole("textbox", { name: /^Where to meet/ })).toHaveValue("The mill");
  const given = await readBookings(request);
  expect(given.map(({ status }) => status)).toEqual(["canceled", "canceled"]);

  const [first] = given;
  const unpaid = {
    ...(await readBooking(request, first?.id ?? "")),
    status: "approved",
    paymentStatus: "action_required",
    nextStep: { code: "pay_again", by: "renter", until: new Date(Date.now() + 86_400_000).toISOString() },
    allowedActions: ["pay", "cancel"],
  };
  let isPaid = false;
  const paid = { ...unpaid, paymentStatus: "captured", nextStep: null, allowedActions: ["cancel"] };
  await page.route(new RegExp(`/api/bookings/${first?.id}(/refresh)?$`), (route) =>
    route.fulfill({ json: isPaid ? paid : unpaid }),
  );
  await page.route("**/payment", (route) => {
    isPaid = true;
    return route.fulfill({ json: { booking: unpaid, payment: null } });
  });
  await page.goto(`/checkout/${first?.id}`);
  await expect(page.getByText(/^Your card did not work\. Pay until /)).toBeVisible();
  await chooseCard(page, "Works");
  await button(page, `Pay ${exact(first?.totalCents ?? 0)}`).click();
  await expect(page).toHaveURL(`/success?booking=${first?.id}`);
  await expect(heading(page)).toHaveText("Thanks for your payment");
});
