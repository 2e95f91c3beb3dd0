import type { APIRequestContext, Page } from "@playwright/test";
import { readBooking, requestItem, bookingTest as test } from "../support/bookings.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { openInApp } from "../support/shell.ts";
import { expect } from "../support/test.ts";

const main = (page: Page) => page.getByRole("main");
const step = (page: Page) => main(page).getByRole("region", { name: "What happens next" });
const dialog = (page: Page) => page.getByRole("alertdialog");

/** What the account is mainly used for. */
const chooseUse = async (request: APIRequestContext, primaryUse: "renter" | "owner") =>
  expect((await request.patch("/api/profile", { data: { primaryUse } })).status()).toBe(200);

const expectChip = (page: Page, text: string) =>
  expect(main(page).getByText(text, { exact: true }).first()).toBeVisible();

test("[REQ-01] [ROLE-07] one account rents and lends: a declined request, both lists, and a cancellation refunded to the cent", async ({
  renter,
  owner,
}) => {
  const terms = { title: "Dome tent", cleaningFee: "30", cancellationPolicy: "strict" } as const;
  const tent = await createListing(owner.request, terms);
  // An account can rent and list whatever its main use, and whichever it did first.
  await chooseUse(renter.request, "renter");
  await chooseUse(owner.request, "owner");
  const declined = await requestItem(renter.request, tent.id);
  const boat = await createListing(renter.request, { title: "Rowboat", isInstant: true });
  const lent = await requestItem(owner.request, boat.id);

  const inbox = owner.page;
  const request = main(inbox).getByRole("article");
  await test.step("the owner declines with a reason", async () => {
    await inbox.goto("/booking-requests");
    await expect(inbox.getByRole("button", { name: "Your account, 1 open request" })).toBeVisible();
    await expect(request).toContainText("No other bookings around these days.");
    await request.getByRole("button", { name: /^Decline/ }).click();
    await dialog(inbox).getByRole("button", { name: "Decline request" }).click();
    await expect(dialog(inbox).getByText("Please give a reason")).toBeVisible();
    await expectAccessibleOverlay(inbox, "light");
    await dialog(inbox).getByRole("textbox").fill("It is being repaired.");
    await dialog(inbox).getByRole("button", { name: "Decline request" }).click();
    await expect(main(inbox).getByRole("heading", { name: "No requests to reply to" })).toBeVisible();
    await expect(inbox.getByRole("tabpanel").filter({ visible: true })).toBeFocused();
    await inbox.getByRole("tab", { name: "Replied" }).click();
    await expect(request).toContainText(["Declined"]);
  });

  const { id, price } = await requestItem(renter.request, tent.id);
  expect((await owner.request.post(`/api/bookings/${id}/approve`, { data: {} })).status()).toBe(200);
  await expect.poll(async () => (await readBooking(renter.request, id)).paymentStatus).toBe("captured");

  const { page } = renter;
  await test.step("the renter finds both roles in their lists, and the reason", async () => {
    await page.goto("/my-bookings?as=owner");
    const cards = page.getByRole("list", { name: "Bookings" }).filter({ visible: true }).locator("> li");
    const titles = cards.getByRole("heading");
    await expect(titles).toHaveText(["Rowboat"]);
    await expect(cards.first()).toContainText("You earn");
    await expect(cards.first(), "an instant booking needs no answer").toContainText("Approved");
    expect((await readBooking(renter.request, lent.id)).role).toBe("owner");
    await page.getByRole("tab", { name: "Canceled" }).click();
    await expect(page).toHaveURL("/my-bookings?as=owner&tab=canceled");
    await page.reload();
    await expect(page.getByRole("tabpanel").filter({ visible: true })).toContainText("Nothing canceled");
    await page.getByRole("link", { name: "Renting", exact: true }).click();
    await expect(page.getByRole("tab", { name: "Upcoming (1)" })).toBeVisible();
    await expect(titles).toHaveText(["Dome tent"]);
    await expect(cards.first()).toContainText("From Maya Rivera");
    await expectAccessible(page);
    await expectToFit(page);
    await page.getByRole("tab", { name: "Canceled" }).click();
    await page.getByRole("link", { name: tent.title, exact: true }).click();
    await expect(page).toHaveURL(`/my-bookings/${declined.id}`);
    await expect(main(page).getByText("It is being repaired.").first()).toBeVisible();
  });

  await test.step("a cancellation refunds what was announced", async () => {
    const refunded = price.lines.filter(({ code }) => code === "cleaning" || code === "tax");
    const refundCents = refunded.reduce((sum, { amountCents }) => sum + amountCents, 0);
    const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
    await openInApp(page, `/my-bookings/${id}`);
    await step(page).getByRole("button", { name: "Cancel booking" }).click();
    await expect(dialog(page)).toContainText(`Your refund${dollars(refundCents)}`);
    await expect(dialog(page)).toContainText("Under the strict policy, you get no refund of the rental");
    await dialog(page).getByRole("textbox").fill("It rains.");
    for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(page, colors);
    await dialog(page).getByRole("button", { name: "Cancel booking" }).click();
    await expectChip(page, "Canceled");
    await expect(main(page).getByText(`Your refund is ${dollars(refundCents)}.`)).toBeVisible();
    const { cancellation, ownerEarningsCents } = await readBooking(owner.request, id);
    expect(cancellation).toMatchObject({ by: "renter", reason: "It rains.", percent: 0, refundCents });
    await openInApp(inbox, `/my-bookings/${id}`);
    await expect(
      main(inbox)
        .getByText(/^You keep/)
        .locator(".."),
    ).toContainText(dollars(ownerEarningsCents ?? 0));
  });
});
