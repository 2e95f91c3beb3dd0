import type { CancellationView } from "@nexby/contract/booking-acts";
import type { Page } from "@playwright/test";
import { type Party, readBooking, requestItem, bookingTest as test } from "./support/bookings.ts";
import { withoutNews } from "./support/counted-answers.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expectToFit } from "./support/expect-to-fit.ts";
import { createListing } from "./support/listers.ts";
import { expect } from "./support/test.ts";

const main = (page: Page) => page.getByRole("main");
const step = (page: Page) => main(page).getByRole("region", { name: "What comes next" });
const dialog = (page: Page) => page.getByRole("alertdialog");

/** Presses a button of the booking's page and says yes to its question. */
async function act({ page }: Party, label: string, answer: string): Promise<void> {
  await step(page).getByRole("button", { name: label }).click();
  await dialog(page).getByRole("button", { name: answer }).click();
  await expect(dialog(page)).toHaveCount(0);
}

const expectChip = (page: Page, text: string) =>
  expect(main(page).getByText(text, { exact: true }).first()).toBeVisible();

test("[REQ-01] [BOOK-01] [EXCH-01] a request becomes a completed rental by what both sides press, and each page follows the other", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, {
    title: "Dome tent for two",
    location: "12 Baker St, Maplewood, NJ",
  });
  const booking = await requestItem(renter.request, item.id, { message: "For our first camping trip." });
  const path = `/my-bookings/${booking.id}`;
  await renter.page.goto(path);
  await expect(renter.page.getByRole("heading", { level: 1 })).toHaveText(item.title);
  await expectChip(renter.page, "Waiting for the owner");
  await expect(main(renter.page).getByText("12 Baker St")).toHaveCount(0);

  await owner.page.goto("/");
  await owner.page.getByRole("button", { name: "Your account, 1 request to answer" }).click();
  await owner.page.getByRole("link", { name: /^Booking Requests/ }).click();
  const request = main(owner.page).getByRole("article");
  await expect(request).toContainText(["For our first camping trip."]);
  for (const text of [
    /\d+ h .*left/,
    "Member since",
    "No completed rentals yet",
    "You earn",
    "Free around these days.",
  ]) {
    await expect(request).toContainText(text);
  }
  await expectAccessible(owner.page);
  await request.getByRole("button", { name: /^Approve/ }).click();
  await dialog(owner.page).getByRole("textbox").fill("See you then.");
  await dialog(owner.page).getByRole("button", { name: "Approve request" }).click();
  await expect(main(owner.page).getByRole("heading", { name: "No requests to answer" })).toBeVisible();

  // Nobody reloads the renter's page.
  await expectChip(renter.page, "Approved");
  await expect(main(renter.page).getByText("See you then.")).toBeVisible();
  await expect(main(renter.page).getByText("12 Baker St")).toBeVisible();
  await expect(main(renter.page).getByRole("link", { name: /^Receipt for the rental/ })).toBeVisible();

  await owner.page.goto(path);
  await act(owner, "Agree to the time", "Agree");
  await expectChip(renter.page, "Confirmed");
  await expect(main(renter.page).getByText("Pickup, agreed")).toBeVisible();
  await act(renter, "I have it", "Yes, I have it");
  await expectChip(owner.page, "With the renter");
  await expectAccessible(renter.page);
  await act(renter, "I returned it", "Yes, returned");
  await expectChip(owner.page, "Returned");
  await act(owner, "All is fine", "Yes, all is fine");
  await expect(step(renter.page)).toContainText("This rental is completed.");
  await expect(main(renter.page).getByText("Pickup, as it was")).toBeVisible();
  await expect(main(renter.page).getByRole("region", { name: "Timeline" }).getByRole("listitem")).toContainText([
    "Rental completed",
    "Item returned",
    "Rental began",
    "Everything is agreed",
    "Request approved",
    "Request sent",
    "Checkout started",
  ]);
  expect((await readBooking(renter.request, booking.id)).status).toBe("closed");
});

test.describe("canceling", () => {
  test.use({ expectedProblems: /status of 409/ });

  test("says to the cent what comes back, and asks again when that has changed", async ({ renter, owner }) => {
    const item = await createListing(owner.request, { cleaningFee: "30", cancellationPolicy: "strict" });
    const { id, price } = await requestItem(renter.request, item.id);
    expect((await owner.request.post(`/api/bookings/${id}/approve`, { data: {} })).status()).toBe(200);
    await expect.poll(async () => (await readBooking(renter.request, id)).paymentStatus).toBe("captured");
    const back = price.lines.filter(({ code }) => code === "cleaning" || code === "tax");
    const refundCents = back.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

    const { page } = renter;
    let asked = 0;
    await page.route(`**/api/bookings/${id}/cancellation`, async (route) => {
      const response = await route.fetch();
      const preview = (await response.json()) as CancellationView;
      asked += 1;
      // As if the deadline had passed between the question and the answer.
      await route.fulfill({ json: asked > 1 ? preview : { ...preview, refundCents: preview.refundCents + 1 } });
    });
    await page.goto(`/my-bookings/${id}`);
    await step(page).getByRole("button", { name: "Cancel booking" }).click();
    await expect(dialog(page)).toContainText(`You get back${dollars(refundCents + 1)}`);
    await expect(dialog(page)).toContainText("By the strict policy nothing of the rental comes back");
    await dialog(page).getByRole("textbox").fill("It rains.");
    await dialog(page).getByRole("button", { name: "Cancel booking" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("What comes back has changed");
    await expect(dialog(page)).toContainText(`You get back${dollars(refundCents)}`);
    await expectAccessible(page);
    await dialog(page).getByRole("button", { name: "Cancel booking" }).click();
    await expectChip(page, "Canceled");
    await expect(main(page).getByText(`You get ${dollars(refundCents)} back.`)).toBeVisible();
    const { cancellation, ownerEarningsCents } = await readBooking(owner.request, id);
    expect(cancellation).toMatchObject({ by: "renter", reason: "It rains.", percent: 0, refundCents });
    await expectToFit(page);
    await owner.page.goto(`/my-bookings/${id}`);
    await expect(
      main(owner.page)
        .getByText(/^You keep/)
        .locator(".."),
    ).toContainText(dollars(ownerEarningsCents ?? 0));
  });
});

test("an owner who cancels is told that it counts, and everybody sees it", async ({ renter, owner }) => {
  const item = await createListing(owner.request);
  const { id } = await requestItem(renter.request, item.id);
  expect((await owner.request.post(`/api/bookings/${id}/approve`, { data: {} })).status()).toBe(200);
  const { page } = owner;
  await page.goto(`/my-bookings/${id}`);
  await step(page).getByRole("button", { name: "Cancel booking" }).click();
  await expect(dialog(page)).toContainText("Everybody can see on your profile how often you cancel.");
  await expect(dialog(page)).toContainText("You have not called off a rental in the last 12 months.");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Cancel booking" }).click();
  await expectChip(page, "Canceled");

  const record = "Canceled 1 of 1 rental in the last year";
  await renter.page.goto(`/listings/${item.id}`);
  await main(renter.page).getByRole("link", { name: record }).click();
  await expect(renter.page).toHaveURL(`/users/${item.ownerId}`);
  await expect(main(renter.page).getByRole("listitem").filter({ hasText: record })).toBeVisible();
});

test.describe("the inbox", () => {
  test.use({ expectedProblems: /status of 409/ });

  test("[REQ-01] declines with a reason, keeps what was answered, and says when a request is gone", async ({
    renter,
    owner,
  }) => {
    const item = await createListing(owner.request);
    const { page } = owner;
    const first = await requestItem(renter.request, item.id);
    await page.goto("/booking-requests");
    const request = main(page).getByRole("article");
    await request.getByRole("button", { name: /^Decline/ }).click();
    await dialog(page).getByRole("button", { name: "Decline request" }).click();
    await expect(dialog(page).getByText("Please give a reason")).toBeVisible();
    await dialog(page).getByRole("textbox").fill("It is being repaired.");
    await dialog(page).getByRole("button", { name: "Decline request" }).click();
    await expect(main(page).getByRole("heading", { name: "No requests to answer" })).toBeVisible();
    await expect(page.getByRole("tabpanel").filter({ visible: true })).toBeFocused();
    await page.getByRole("tab", { name: "Answered" }).click();
    await expect(request).toContainText(["Declined"]);
    await renter.page.goto("/my-bookings?tab=canceled");
    await renter.page.getByRole("link", { name: item.title, exact: true }).click();
    await expect(renter.page).toHaveURL(`/my-bookings/${first.id}`);
    await expect(main(renter.page).getByText("It is being repaired.").first()).toBeVisible();

    await withoutNews(page);
    const second = await requestItem(renter.request, item.id);
    await page.goto("/booking-requests");
    await request.getByRole("button", { name: /^Approve/ }).click();
    const data = { refundCents: second.totalCents };
    expect((await renter.request.post(`/api/bookings/${second.id}/cancel`, { data })).status()).toBe(200);
    await dialog(page).getByRole("button", { name: "Approve request" }).click();
    await expect(main(page).getByRole("alert")).toContainText("This is no longer possible");
    await expect(request).toHaveCount(0);
  });
});

test("[ROLE-07] one account rents and lends, and sees both sides apart", async ({ renter, owner }) => {
  const [tent, boat] = [
    await createListing(owner.request, { title: "Dome tent" }),
    await createListing(renter.request, { title: "Rowboat", isInstant: true }),
  ];
  await requestItem(renter.request, tent.id);
  const lent = await requestItem(owner.request, boat.id);
  const { page } = renter;
  await page.goto("/my-bookings");
  const cards = page.getByRole("list", { name: "Bookings" }).filter({ visible: true }).locator("> li");
  const titles = cards.getByRole("heading");
  await expect(page.getByRole("tab", { name: "Upcoming (1)" })).toBeVisible();
  await expect(titles).toHaveText(["Dome tent"]);
  await expect(cards.first()).toContainText("From Maya Rivera");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Lending" }).click();
  await expect(page).toHaveURL("/my-bookings?as=owner");
  await expect(titles).toHaveText(["Rowboat"]);
  await expect(cards.first()).toContainText("You earn");
  // Its owner chose not to be asked.
  await expect(cards.first()).toContainText("Approved");
  await page.getByRole("tab", { name: "Canceled" }).click();
  await expect(page).toHaveURL("/my-bookings?as=owner&tab=canceled");
  await page.reload();
  await expect(page.getByRole("tabpanel").filter({ visible: true })).toContainText("Nothing canceled");
  await expectToFit(page);
  await page.goto(`/listings/${boat.id}`);
  await expect(main(page).getByText("Instant confirmation").first()).toBeVisible();
  expect((await readBooking(renter.request, lent.id)).role).toBe("owner");
});
