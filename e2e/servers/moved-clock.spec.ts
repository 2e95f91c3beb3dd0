import type { SavedCardView } from "@nexby/contract/money/payments";
import { HOUR } from "@nexby/domain/kernel/duration";
import type { Browser, Page } from "@playwright/test";
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPersonKey } from "../../apps/server/src/demo/people.ts";
import { useOwnServer } from "../setup/own-server.ts";
import { signInAs } from "../support/accounts.ts";
import { readBooking, reportPickup, requestItem } from "../support/bookings.ts";
import { button, chooseCard, PAID } from "../support/checkout.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { createListing, PLAIN_PHOTO } from "../support/listers.ts";
import { expect, rememberTour, test } from "../support/test.ts";

/** The tests move the clock of the same server, so they run in order. */
const server = useOwnServer();
test.describe.configure({ mode: "default" });

const NOTIFICATION = "1 new item for “On the water near Maplewood”";
const A_DAY = 24 * 60;

async function openAs(browser: Browser, key: DemoPersonKey) {
  const context = await browser.newContext({ baseURL: server().address });
  await context.addInitScript(rememberTour);
  const { email, firstName } = DEMO_PEOPLE.find((person) => person.key === key) ?? { email: "", firstName: "" };
  await signInAs(context.request, email, DEMO_PASSWORD);
  return { context, request: context.request, page: await context.newPage(), firstName };
}

const PHOTO = { name: "photo.png", mimeType: "image/png", buffer: PLAIN_PHOTO };

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("alertdialog");
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

test("[FAV-01] [PREF-01] a saved search reports new items the next morning, in the bell and by email until someone unsubscribes", async ({
  browser,
}) => {
  const [{ context, page }, admin] = [await openAs(browser, "maya"), await openAs(browser, "ada")];
  await page.goto("/saved?tab=searches");
  await expect(page.getByRole("switch", { name: "Alerts" })).toBeChecked();
  expect((await admin.request.post("/api/admin/clock", { data: { minutes: A_DAY } })).ok()).toBe(true);
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await page.getByText(NOTIFICATION).click();
  await expect(page).toHaveURL(/\/browse\?search=kayak&.*sort=newest/);
  await expect(page.getByRole("main").getByRole("link", { name: "Sit-in kayak" }).first()).toBeVisible();
  await page.goto("/dev/mail");
  const mail = page.getByRole("article").filter({ hasText: NOTIFICATION });
  await mail.getByRole("link", { name: /\/unsubscribe\?token=/ }).click();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  await page.getByRole("link", { name: "Choose what we send you" }).click();
  await expect(page.getByRole("switch", { name: "Saved searches" })).not.toBeChecked();
  await expect(page.getByRole("switch", { name: "Bookings" })).toBeChecked();

  await createListing(admin.request, { title: "Red kayak" });
  expect((await admin.request.post("/api/admin/clock", { data: { minutes: A_DAY } })).ok()).toBe(true);
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await page.goto("/notification-history");
  await expect(page.getByText("No email: you turned this topic off")).toBeVisible();
  await page.goto("/dev/mail");
  await expect(mail).toHaveCount(1);
  for (const entered of [context, admin.context]) await entered.close();
});

test("an owner reports a no-show after attempting delivery, and an admin decides it by keyboard with a refund to the cent", async ({
  browser,
}) => {
  const [renter, owner, admin] = [
    await openAs(browser, "omar"),
    await openAs(browser, "maya"),
    await openAs(browser, "ada"),
  ];
  const delivery = { offerDelivery: true, deliveryFee: "15", deliveryRadius: "30", cleaningFee: "30" };
  const item = await createListing(owner.request, delivery);
  const { id, startAt, price } = await requestItem(renter.request, item.id, { deliverTo: "07079" });
  const runCommand = async ({ request }: typeof owner, verb: string, data = {}) =>
    expect((await request.post(`/api/bookings/${id}/${verb}`, { data })).status()).toBe(200);
  await runCommand(owner, "approve");
  await runCommand(owner, "confirm-time");
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");
  const to = new Date(Date.parse(startAt) + 1.5 * HOUR).toISOString();
  expect((await admin.request.post("/api/admin/clock", { data: { to } })).ok()).toBe(true);

  await owner.page.goto(`/my-bookings/${id}`);
  await main(owner.page).getByRole("button", { name: "Report a no-show" }).click();
  await dialog(owner.page)
    .getByRole("checkbox", { name: /^I tried to deliver it/ })
    .press("Space");
  await expectAccessible(owner.page);
  await dialog(owner.page).getByRole("button", { name: "Report no-show" }).click();
  await expect(main(owner.page).getByText("You tried to deliver it.")).toBeVisible();
  await runCommand(renter, "contest-no-show", { reason: "Nobody rang" });

  const { page } = admin;
  await page.goto(`/my-bookings/${id}`);
  await expect(main(page).getByRole("heading", { name: "Payments" })).toBeVisible();
  await expect(main(page).getByRole("link", { name: /^Receipt/ })).toHaveCount(0);
  await main(page).getByRole("button", { name: "Cancel booking" }).click();
  const choice = (name: string) =>
    dialog(page).getByRole("group", { name: "Who didn’t show up?" }).getByRole("radio", { name });
  const neither = choice("Neither, or unclear");
  await expect(neither).toBeChecked();
  await expect(dialog(page)).toContainText(`${renter.firstName}’s refund${dollars(price.totalCents)}`);
  await neither.press("ArrowUp");
  await expect(choice(`${owner.firstName}, the owner`)).toBeChecked();
  await expect(dialog(page)).toContainText(`Everyone can see this on ${owner.firstName}’s profile.`);
  await page.keyboard.press("ArrowUp");
  await expect(choice(`${renter.firstName}, the renter`)).toBeFocused();
  const refunded = price.lines.filter(({ code }) => code === "cleaning" || code === "tax");
  const refund = dollars(refunded.reduce((sum, { amountCents }) => sum + amountCents, 0));
  await expect(dialog(page)).toContainText(`${renter.firstName}’s refund${refund}`);
  await expect(dialog(page)).toContainText("the rental and the delivery fee aren’t refunded");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Cancel booking" }).click();
  await expect(main(page).getByText("No-show", { exact: true }).first()).toBeVisible();
  await renter.page.goto(`/my-bookings/${id}`);
  await expect(main(renter.page).getByText("You didn’t show up.").first()).toBeVisible();
  await expect(main(renter.page).getByText(`Your refund is ${refund}.`)).toBeVisible();
  for (const { context } of [renter, owner, admin]) await context.close();
});

test("[LATE-01] a late return shows its growing fee, and the renter pays it at checkout after the saved card fails", async ({
  browser,
}) => {
  const [renter, owner, admin] = [
    await openAs(browser, "omar"),
    await openAs(browser, "maya"),
    await openAs(browser, "ada"),
  ];
  const item = await createListing(owner.request, { lateReturnFee: "12.50" });
  const { id, startAt, endAt } = await requestItem(renter.request, item.id);
  const runCommand = async ({ request }: typeof owner, verb: string, data = {}) =>
    expect((await request.post(`/api/bookings/${id}/${verb}`, { data })).status()).toBe(200);
  const moveTo = async (instant: string, hours: number) => {
    const to = new Date(Date.parse(instant) + hours * HOUR).toISOString();
    expect((await admin.request.post("/api/admin/clock", { data: { to } })).ok()).toBe(true);
  };
  await runCommand(owner, "approve");
  await runCommand(owner, "confirm-time");
  await expect.poll(async () => (await readBooking(renter.request, id)).status, PAID).toBe("scheduled");
  await moveTo(startAt, 0);
  await expect.poll(async () => (await readBooking(renter.request, id)).paymentStatus, PAID).toBe("captured");
  await reportPickup(renter.request, id);
  await runCommand(renter, "hand-over");
  const cards = (await (await renter.request.get("/api/payments/cards")).json()) as SavedCardView[];
  for (const card of cards) await renter.request.delete(`/api/payments/cards/${card.id}`);

  await moveTo(endAt, 27);
  const meter = main(renter.page).getByRole("region", { name: "Late fee" });
  await renter.page.goto(`/my-bookings/${id}`);
  await expect(meter).toContainText("$25.00");
  await expect(meter).toContainText("2 days late. The fee grows to $37.50 after");
  await expectAccessible(renter.page);
  await runCommand(renter, "return");
  await runCommand(owner, "close");
  await owner.page.goto(`/my-bookings/${id}`);
  await main(owner.page).getByRole("button", { name: "Waive the late fee" }).click();
  await dialog(owner.page).getByRole("textbox", { name: "Amount to waive" }).fill("5");
  await dialog(owner.page).getByRole("textbox", { name: "Reason" }).fill("Traffic");
  await expectAccessible(owner.page);
  await dialog(owner.page).getByRole("button", { name: "Waive" }).click();
  await expect(main(owner.page).getByText("Waived: Traffic")).toBeVisible();

  const { lateFee } = await readBooking(renter.request, id);
  await moveTo(lateFee?.chargeableAt ?? "", 0.1);
  await expect.poll(async () => (await readBooking(renter.request, id)).lateFee?.paymentStatus, PAID).toBe("failed");
  await renter.page.goto(`/my-bookings/${id}`);
  await main(renter.page).getByRole("link", { name: "Pay late fee" }).click();
  await expect(main(renter.page).getByText("We couldn’t charge the late fee to your card.")).toBeVisible();
  await expectAccessible(renter.page);
  await chooseCard(renter.page, "Works");
  await button(renter.page, "Pay $20.00").first().click();
  await expect(renter.page.getByRole("heading", { name: "Thanks for your payment" })).toBeVisible(PAID);
  await renter.page.goto(`/my-bookings/${id}`);
  await expect(main(renter.page).getByText("$20.00 was charged to your card.")).toBeVisible();
  await expect(main(renter.page).getByRole("link", { name: "Receipt for the late fee (PDF)" })).toBeVisible();
  for (const { context } of [renter, owner, admin]) await context.close();
});

test("[DATA-07] an owner claims damage with photos, an admin decides, and the renter pays the part beyond the deposit at checkout", async ({
  browser,
}) => {
  const [renter, owner, admin] = [
    await openAs(browser, "omar"),
    await openAs(browser, "maya"),
    await openAs(browser, "ada"),
  ];
  const item = await createListing(owner.request, { depositAmount: "20", replacementValueCents: 15_000 });
  const { id, startAt } = await requestItem(renter.request, item.id);
  const runCommand = async ({ request }: typeof owner, verb: string, data = {}) =>
    expect((await request.post(`/api/bookings/${id}/${verb}`, { data })).status()).toBe(200);
  await runCommand(owner, "approve");
  await runCommand(owner, "confirm-time");
  await expect.poll(async () => (await readBooking(renter.request, id)).status, PAID).toBe("scheduled");
  expect((await admin.request.post("/api/admin/clock", { data: { to: startAt } })).ok()).toBe(true);
  await expect.poll(async () => (await readBooking(renter.request, id)).depositStatus, PAID).toBe("secured");
  await reportPickup(renter.request, id);
  await runCommand(renter, "hand-over");
  await runCommand(renter, "return");

  await owner.page.goto(`/my-bookings/${id}`);
  await main(owner.page).getByRole("button", { name: "Claim damage" }).click();
  const form = dialog(owner.page);
  await form.getByRole("radio", { name: "Broken" }).check();
  await form.getByRole("radio", { name: /^Moderate/ }).check();
  await form.getByLabel("Choose photos").setInputFiles([PHOTO, { ...PHOTO, name: "close-up.png" }]);
  await expect(form.getByText("2 of 30")).toBeVisible();
  await form.getByRole("textbox", { name: "Describe the damage" }).fill("The lid is off");
  await form.getByRole("textbox", { name: "Repair or replacement cost" }).fill("90");
  await expectAccessible(owner.page);
  await form.getByRole("button", { name: "Send claim" }).click();
  const claimOf = (page: Page) => main(page).getByRole("region", { name: "Damage claim" });
  await expect(claimOf(owner.page).getByRole("img", { name: /^Damage photo/ })).toHaveCount(2);

  await renter.page.goto(`/my-bookings/${id}`);
  await expect(claimOf(renter.page)).toContainText("Maya claims $90.00");
  await expect(claimOf(renter.page).getByRole("img", { name: /^Damage photo/ })).toHaveCount(2);
  await expectAccessible(renter.page);
  await claimOf(renter.page).getByRole("button", { name: "Contest" }).click();
  await dialog(renter.page).getByRole("textbox", { name: "What happened?" }).fill("It was loose before");
  await dialog(renter.page).getByRole("button", { name: "Contest claim" }).click();
  await expect(claimOf(renter.page)).toContainText("You contested it.");

  await admin.page.goto("/admin?view=tasks");
  const tasks = main(admin.page).getByRole("region", { name: "Damage claims" });
  await expect(tasks).toContainText("“It was loose before”");
  await expectAccessible(admin.page);
  await tasks.getByRole("link", { name: /^Review and decide/ }).click();
  await main(admin.page).getByRole("button", { name: "Decide the claim" }).click();
  await dialog(admin.page).getByRole("textbox", { name: "Amount awarded to the owner" }).fill("80");
  await dialog(admin.page).getByRole("textbox", { name: "Reason" }).fill("By the photos");
  await expectAccessible(admin.page);
  await dialog(admin.page).getByRole("button", { name: "Decide", exact: true }).click();
  await expect(claimOf(admin.page)).toContainText("Decision: By the photos");

  await expect(claimOf(renter.page)).toContainText("We charge $60.00 to your card on");
  await main(renter.page).getByRole("link", { name: "Pay for the damage" }).click();
  await expect(main(renter.page).getByText("An admin decided the claim.")).toBeVisible();
  await expectAccessible(renter.page);
  await button(renter.page, "Pay $60.00").first().click();
  await expect(renter.page.getByRole("heading", { name: "Thanks for your payment" })).toBeVisible(PAID);
  await expect.poll(async () => (await readBooking(renter.request, id)).claim?.status, PAID).toBe("charged");
  await renter.page.goto(`/my-bookings/${id}`);
  await expect(claimOf(renter.page)).toContainText("You paid $80.00.");
  for (const { context } of [renter, owner, admin]) await context.close();
});
