import type { ClockView } from "@nexby/contract/admin/operations";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { ItemView } from "@nexby/contract/listings/items";
import type { ListingInput } from "@nexby/contract/listings/listing-fields";
import type { SavedCardView } from "@nexby/contract/money/payments";
import { HOUR } from "@nexby/domain/kernel/duration";
import type { Page } from "@playwright/test";
import { type ProviderUnderTest, startProvider } from "../../apps/server/src/adapters/sign-in/provider-under-test.ts";
import { freePort } from "../../apps/server/src/testing/free-port.ts";
import { readBooking, reportPickup, requestItem, reserveItem } from "../support/bookings.ts";
import { button, chooseCard } from "../support/checkout.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { createListing, PLAIN_PHOTO } from "../support/listers.ts";
import { expect, test } from "../support/test.ts";
import { testAdminChanges } from "./admin-changes.ts";
import { testLiveEvents } from "./live-events.ts";
import { openAs, type Person, useServerPair } from "./server-pair.ts";

/** The tests share the people and the clock of the servers, so they run in order. */
test.describe.configure({ mode: "default" });

// A page left for /api/logout may be requesting live data, which is rejected.
test.use({ expectedProblems: /status of 401 .*\/api\/(events|notifications|bookings|conversations)/ });

let provider: ProviderUnderTest;
let renter: Person;
let owner: Person;
let admin: Person;

test.afterAll(async () => {
  for (const person of [renter, owner, admin]) await person?.context.close();
  await provider?.close();
});

/**
 * Separate servers, because their taxes, settings, categories and clock affect everyone, and one is killed. They are at
 * 127.0.0.1 and their sign-in provider at localhost, which are two sites to a browser.
 */
const pair = useServerPair(async () => {
  const port = String(await freePort());
  provider = await startProvider(`http://127.0.0.1:${port}/api/login/callback`, {
    clientAuth: "client_secret_post",
    algorithm: "ES256",
    hasClaimsInIdToken: false,
    hasSignOut: false,
  });
  const { issuer, clientId, clientSecret = "", name } = provider.settings;
  return {
    PORT: port,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  };
});

test.beforeAll(async ({ browser }) => {
  renter = await openAs(browser, "omar", pair().second.address);
  owner = await openAs(browser, "maya", pair().second.address);
  admin = await openAs(browser, "ada", pair().second.address);
});

const NOTIFICATION = "1 new item for “On the water near Maplewood”";
const PHOTO = { name: "photo.png", mimeType: "image/png", buffer: PLAIN_PHOTO };
/** phone/rental.spec.ts checks a booking's page in dark mode, the gallery's tests the form controls. */
const IN_LIGHT = { isDarkToo: false };

const main = (page: Page) => page.getByRole("main");
const dialog = (page: Page) => page.getByRole("alertdialog");
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const runCommand = async ({ request }: Person, bookingId: string, verb: string, data = {}) =>
  expect((await request.post(`/api/bookings/${bookingId}/${verb}`, { data })).status()).toBe(200);

/** Each call goes to the next job at most, so that every job runs in time. */
async function moveTo(instant: string, hoursLater = 0): Promise<void> {
  const to = new Date(Date.parse(instant) + hoursLater * HOUR).toISOString();
  const move = async () => {
    const response = await admin.request.post("/api/admin/clock", { data: { to } });
    expect(response.ok()).toBe(true);
    return ((await response.json()) as ClockView).now >= to;
  };
  await expect.poll(move, { intervals: [100] }).toBe(true);
}

/** A booking that is approved and paid, with a confirmed time. */
async function scheduleRental(listing: Partial<ListingInput>, options: { deliverTo?: string } = {}) {
  const { id } = await createListing(owner.request, listing);
  const booking = await requestItem(renter.request, id, options);
  await runCommand(owner, booking.id, "approve");
  await runCommand(owner, booking.id, "confirm-time");
  await expect.poll(async () => (await readBooking(renter.request, booking.id)).status).toBe("scheduled");
  return booking;
}

/** Both follow the clock of the servers. */
async function expectMovedTime(): Promise<void> {
  const { page, request } = admin;
  const { now } = (await (await request.get("/api/admin/clock")).json()) as ClockView;
  const [kayak] = (await (await request.get("/api/items?search=kayak")).json()) as ItemView[];
  await page.goto(`/checkout/${await reserveItem(request, kayak?.id ?? "")}`);
  // Shown only in a hold's last hour.
  await expect(page.getByRole("region", { name: "Time to pay" })).toContainText(/ · \d\d?:\d\d left/);

  // Before the API has responded, the page uses the time that it was served with.
  await page.route("**/api/**", () => undefined);
  await page.goto("/browse");
  await page.getByRole("button", { name: "Any dates" }).click();
  const today = new Date(now).toLocaleDateString("en-US", {
    timeZone: "America/New_York",
    weekday: "long",
    month: "long",
    day: "numeric",
    year: "numeric",
  });
  const days = page.getByRole("group", { name: "When" }).getByRole("grid").first().getByRole("button");
  await expect(
    days.filter({ visible: true }).and(page.locator(":not([aria-label*='in the past'])")).first(),
  ).toHaveAccessibleName(today);
  await page.unroute("**/api/**");
}

test("[FAV-01] [PREF-01] a saved search reports new items the next morning until the user unsubscribes", async () => {
  const { page } = owner;
  await page.goto("/saved?tab=searches");
  await expect(page.getByRole("switch", { name: "Alerts" })).toBeChecked();
  await test.step("the time machine moves the clock after a confirmation", async () => {
    await admin.page.goto("/admin?view=time-machine");
    await expect(admin.page.getByText("Same as real time")).toBeVisible();
    await admin.page.getByRole("switch", { name: "Stop at every deadline" }).uncheck();
    await admin.page.getByRole("button", { name: "1 day", exact: true }).click();
    await expect(dialog(admin.page)).toContainText("You can’t undo this");
    await expectAccessibleOverlay(admin.page, "light");
    await dialog(admin.page).getByRole("button", { name: "Move the clock" }).click();
    // The dialog counts from when it was opened.
    await expect(admin.page.getByText(/^(1 day|23 hours).* ahead of real time$/)).toBeVisible();
    const clock = admin.page.getByRole("region", { name: "Clock", exact: true });
    await expect(clock, "the button is gone, the focus is not").toBeFocused();
    await expect(admin.page.getByText("All done")).toBeVisible();
    await expectAccessible(admin.page, IN_LIGHT);
  });
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await page.getByText(NOTIFICATION).click();
  await expect(page).toHaveURL(/\/browse\?search=kayak&.*sort=newest/);
  await expect(main(page).getByRole("link", { name: "Sit-in kayak" }).first()).toBeVisible();
  await page.goto("/dev/mail");
  const mail = page.getByRole("article").filter({ hasText: NOTIFICATION });
  await mail.getByRole("link", { name: /\/unsubscribe\?token=/ }).click();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { name: "You’re unsubscribed" })).toBeVisible();
  await page.getByRole("link", { name: "Choose what we send you" }).click();
  await expect(page.getByRole("checkbox", { name: "Saved searches by email" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Saved searches by push message" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Saved searches" })).toBeChecked();
  await expect(page.getByRole("switch", { name: "Bookings" })).toBeChecked();

  await createListing(admin.request, { title: "Red kayak" });
  const { now } = (await (await admin.request.get("/api/admin/clock")).json()) as ClockView;
  await moveTo(now, 24);
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await page.goto("/notification-history");
  await expect(page.getByText("No email: you turned this topic off")).toBeVisible();
  await page.goto("/dev/mail");
  await expect(mail).toHaveCount(1);
  await test.step("countdowns and calendars follow the clock", expectMovedTime);
});

test.describe("rentals that have started", () => {
  /** They start at the same time, because each move of the clock runs the jobs of the whole demo. */
  let started: Record<"delivered" | "damaged" | "late", BookingDetailView>;

  test.beforeAll(async () => {
    const delivery = { offerDelivery: true, deliveryFee: "15", deliveryRadius: 30, cleaningFee: "30" };
    started = {
      delivered: await scheduleRental(delivery, { deliverTo: "07079" }),
      damaged: await scheduleRental({ depositAmount: "20", replacementValueCents: 15_000 }),
      late: await scheduleRental({ lateReturnFee: "12.50" }),
    };
    await moveTo(started.delivered.startAt, 1.5);
  });

  test("an owner reports a no-show after attempting delivery, and an admin decides it by keyboard with a refund to the cent", async () => {
    const { id, price } = started.delivered;
    await owner.page.goto(`/my-bookings/${id}`);
    await main(owner.page).getByRole("button", { name: "Report a no-show" }).click();
    await dialog(owner.page)
      .getByRole("checkbox", { name: /^I tried to deliver it/ })
      .press("Space");
    await expectAccessibleOverlay(owner.page, "light");
    await dialog(owner.page).getByRole("button", { name: "Report no-show" }).click();
    await expect(main(owner.page).getByText("You tried to deliver it.")).toBeVisible();
    await runCommand(renter, id, "contest-no-show", { reason: "Nobody rang" });

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
    await expectAccessibleOverlay(page, "light");
    await dialog(page).getByRole("button", { name: "Cancel booking" }).click();
    await expect(main(page).getByText("No-show", { exact: true }).first()).toBeVisible();
    await renter.page.goto(`/my-bookings/${id}`);
    await expect(main(renter.page).getByText("You didn’t show up.").first()).toBeVisible();
    await expect(main(renter.page).getByText(`Your refund is ${refund}.`)).toBeVisible();
  });

  test("[DATA-07] an owner claims damage with photos, the renter contests it, and an admin decides what deposit and card pay", async () => {
    const { id } = started.damaged;
    await expect.poll(async () => (await readBooking(renter.request, id)).depositStatus).toBe("secured");
    await reportPickup(renter.request, id);
    await runCommand(renter, id, "hand-over");
    await runCommand(renter, id, "return");

    await owner.page.goto(`/my-bookings/${id}`);
    await main(owner.page).getByRole("button", { name: "Claim damage" }).click();
    const form = dialog(owner.page);
    await form.getByRole("radio", { name: "Broken" }).check();
    await form.getByRole("radio", { name: /^Moderate/ }).check();
    await form.getByLabel("Choose photos").setInputFiles([PHOTO, { ...PHOTO, name: "close-up.png" }]);
    await expect(form.getByText("2 of 30")).toBeVisible();
    await form.getByRole("textbox", { name: "Describe the damage" }).fill("The lid is off");
    await form.getByRole("textbox", { name: "Repair or replacement cost" }).fill("90");
    for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(owner.page, colors);
    await form.getByRole("button", { name: "Send claim" }).click();
    const claimOf = (page: Page) => main(page).getByRole("region", { name: "Damage claim" });
    await expect(claimOf(owner.page).getByRole("img", { name: /^Damage photo/ })).toHaveCount(2);

    await renter.page.goto(`/my-bookings/${id}`);
    await expect(claimOf(renter.page)).toContainText("Maya claims $90.00");
    await expect(claimOf(renter.page).getByRole("img", { name: /^Damage photo/ })).toHaveCount(2);
    await expectAccessible(renter.page, IN_LIGHT);
    await claimOf(renter.page).getByRole("button", { name: "Contest" }).click();
    await dialog(renter.page).getByRole("textbox", { name: "What happened?" }).fill("It was loose before");
    await expectAccessibleOverlay(renter.page, "dark");
    await dialog(renter.page).getByRole("button", { name: "Contest claim" }).click();
    await expect(claimOf(renter.page)).toContainText("You contested it.");

    await admin.page.goto("/admin?view=tasks&kind=damage_claim");
    const tasks = main(admin.page).getByRole("article").filter({ hasText: "“It was loose before”" });
    await expect(tasks).toContainText("$90.00 at stake");
    await expectAccessible(admin.page, IN_LIGHT);
    await tasks.getByRole("link", { name: /^Review and decide/ }).click();
    await main(admin.page).getByRole("button", { name: "Decide the claim" }).click();
    await dialog(admin.page).getByRole("textbox", { name: "Amount awarded to the owner" }).fill("80");
    await dialog(admin.page).getByRole("textbox", { name: "Reason" }).fill("By the photos");
    await expectAccessibleOverlay(admin.page, "light");
    await dialog(admin.page).getByRole("button", { name: "Decide", exact: true }).click();
    await expect(claimOf(admin.page)).toContainText("Decided for the owner: By the photos");

    // The renter's page updates without a reload.
    await expect(claimOf(renter.page)).toContainText("We’ll charge $60.00 to your card on");
    await main(renter.page).getByRole("link", { name: "Pay for the damage" }).click();
    await expect(main(renter.page).getByText("Our team decided the claim.")).toBeVisible();
    await button(renter.page, "Pay $60.00").first().click();
    await expect(renter.page.getByRole("heading", { name: "Thanks for your payment" })).toBeVisible();
    await expect.poll(async () => (await readBooking(renter.request, id)).claim?.status).toBe("charged");
  });

  test("[LATE-01] a late return shows its growing fee, and the renter pays it at checkout after the saved card fails", async () => {
    const { id, endAt } = started.late;
    await expect.poll(async () => (await readBooking(renter.request, id)).paymentStatus).toBe("captured");
    await reportPickup(renter.request, id);
    await runCommand(renter, id, "hand-over");
    const cards = (await (await renter.request.get("/api/payments/cards")).json()) as SavedCardView[];
    for (const card of cards) await renter.request.delete(`/api/payments/cards/${card.id}`);

    await moveTo(endAt, 27);
    const meter = main(renter.page).getByRole("region", { name: "Late fee" });
    await renter.page.goto(`/my-bookings/${id}`);
    await expect(meter).toContainText("$25.00");
    await expect(meter).toContainText("it’s $37.50");
    await expect(main(renter.page)).toContainText("1 day 3 hours late, billed as 2 days");
    await expectAccessible(renter.page, IN_LIGHT);
    await main(renter.page).getByRole("button", { name: "Mark as returned" }).click();
    await dialog(renter.page).getByRole("button", { name: "Mark as returned" }).click();
    await expect(dialog(renter.page)).toHaveCount(0);
    await runCommand(owner, id, "close");
    await owner.page.goto(`/my-bookings/${id}`);
    await main(owner.page).getByRole("button", { name: "Waive the late fee" }).click();
    await dialog(owner.page).getByRole("textbox", { name: "Amount to waive" }).fill("5");
    await dialog(owner.page).getByRole("textbox", { name: "Reason" }).fill("Traffic");
    await expectAccessibleOverlay(owner.page, "dark");
    await dialog(owner.page).getByRole("button", { name: "Waive" }).click();
    await expect(main(owner.page).getByText("Waived: Traffic")).toBeVisible();

    const { lateFee } = await readBooking(renter.request, id);
    await moveTo(lateFee?.chargeableAt ?? "", 0.1);
    await expect.poll(async () => (await readBooking(renter.request, id)).lateFee?.paymentStatus).toBe("failed");
    await main(renter.page).getByRole("link", { name: "Pay late fee" }).click();
    await expect(main(renter.page).getByText("We couldn’t charge the late fee to your card.")).toBeVisible();
    await expectAccessible(renter.page, IN_LIGHT);
    await chooseCard(renter.page, "Works");
    await button(renter.page, "Pay $20.00").first().click();
    await expect(renter.page.getByRole("heading", { name: "Thanks for your payment" })).toBeVisible();
    await renter.page.goto(`/my-bookings/${id}`);
    await expect(main(renter.page).getByText("$20.00 was charged to your card.")).toBeVisible();
    await expect(main(renter.page).getByRole("link", { name: "Receipt for the late fee (PDF)" })).toBeVisible();
  });
});

testAdminChanges(() => admin);

test("[ROUTE-08] a provider at another site signs in, and /api/logout signs out", async ({ page }) => {
  const at = (path: string) => pair().second.address + path;
  provider.seat("ida", { email: "ida@town.example", email_verified: true, given_name: "Ida", family_name: "Moss" });
  const currentUser = () => page.request.get(at("/api/auth/user"));
  // A request in flight when the session ends is rejected, which browsers log as an error.
  const counts = ["/api/bookings/counts", "/api/conversations/unread", "/api/auth/approval"];
  const counted = Promise.all(counts.map((path) => page.waitForResponse(at(path))));
  await page.goto(at("/api/login?returnTo=/credits"));
  await expect(page).toHaveURL(at("/credits"));
  await counted;
  expect(await (await currentUser()).json()).toMatchObject({ email: "ida@town.example", firstName: "Ida" });
  expect(provider.asked).toContain("POST /token");

  await page.goto(at("/api/logout"));
  await expect(page).toHaveURL(at("/"));
  expect((await currentUser()).status()).toBe(401);
});

testLiveEvents(pair);
