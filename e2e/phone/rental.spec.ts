import type { Page } from "@playwright/test";
import { card, dialog, nextStep, openReport, sendReport, sheet } from "../support/booking-page.ts";
import { type Participant, readBooking, requestItem, bookingTest as test } from "../support/bookings.ts";
import { bank, chooseCard } from "../support/checkout.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing, PLAIN_PHOTO } from "../support/listers.ts";
import { expect, PHONE } from "../support/test.ts";

// A refused receipt, a mistyped code, a failed upload, and phones without a connection.
test.use({ ...PHONE, expectedProblems: /status of (409|422|503)|net::ERR_/ });

type Rental = { id: string; renter: Participant; owner: Participant };

const PHOTO = { name: "photo.png", mimeType: "image/png", buffer: PLAIN_PHOTO };
const [PICKUP, RETURN] = ["Condition at pickup", "Condition at return"];
const PHONES = [320, 390];
/** Their form controls and colors are those of a page that is also checked in dark mode. */
const IN_LIGHT = { isDarkToo: false };
/** Ends at phone size, at which the rental goes on. */
const ALL_SCREENS = [768, 1024, 1440, ...PHONES];

async function expectAccessibleToFit(page: Page, widths: readonly number[]): Promise<void> {
  await expectAccessible(page);
  await expectToFit(page, widths);
}

/** The owner approves the request in the inbox, and the renter's page follows. */
async function approveRequest({ id, renter, owner }: Rental): Promise<void> {
  const [rented, inbox] = [renter.page.getByRole("main"), owner.page.getByRole("main")];
  await renter.page.goto(`/my-bookings/${id}`);
  await expect(rented.getByText("Waiting for the owner", { exact: true }).first()).toBeVisible();
  await expect(rented.getByText("12 Baker St")).toHaveCount(0);
  await owner.page.goto("/booking-requests");
  const request = inbox.getByRole("article");
  for (const text of [
    "For our first camping trip.",
    /\d+ h .*left/,
    "Member since",
    "No completed rentals yet",
    "You earn",
  ]) {
    await expect(request).toContainText(text);
  }
  await expectAccessible(owner.page, IN_LIGHT);
  await request.getByRole("button", { name: /^Approve/ }).tap();
  await dialog(owner.page).getByRole("textbox").fill("See you then.");
  for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(owner.page, colors);
  await dialog(owner.page).getByRole("button", { name: "Approve request" }).tap();
  await expect(inbox.getByRole("heading", { name: "No requests to reply to" })).toBeVisible();

  await expect(rented.getByText("Approved", { exact: true }).first()).toBeVisible();
  await expect(rented.getByText("See you then.")).toBeVisible();
  const handoff = card(renter.page, "Pickup");
  await expect(handoff.getByText("12 Baker St")).toBeVisible();
  await handoff.scrollIntoViewIfNeeded();
  await expect(handoff.getByRole("region", { name: "Pickup on the map" })).toHaveAttribute("data-map", "drawing");
  await expect(handoff.getByRole("link", { name: "Add to calendar" })).toBeVisible();
  await expect(rented.getByRole("link", { name: /^Receipt for the rental/ })).toBeVisible();
  await owner.page.goto(`/my-bookings/${id}`);
}

/** Proposes the time of day on the day that the dialog offers first. */
async function propose(page: Page, name: string, time: string): Promise<void> {
  await card(page, name)
    .getByRole("button", { name: /^Propose an/ })
    .tap();
  await dialog(page).getByRole("combobox", { name: "Time" }).selectOption({ label: time });
  await dialog(page).getByRole("button", { name: "Propose time" }).tap();
  await expect(dialog(page)).toHaveCount(0);
}

async function confirmTime(page: Page, name: string): Promise<void> {
  await card(page, name)
    .getByRole("button", { name: `Confirm the time: ${name}` })
    .tap();
}

async function agreeOnPickupTime({ id, renter, owner }: Rental): Promise<void> {
  const pickup = { renter: card(renter.page, "Pickup time"), owner: card(owner.page, "Pickup time") };
  await expect(pickup.renter).toContainText("Waiting for Maya");
  await expect(pickup.owner).toContainText("Your turn");
  await expect(pickup.owner).toContainText("Omar proposed this time.");

  // The owner counters with one of the suggested times.
  await pickup.owner.getByRole("button", { name: "Propose another time: Pickup time" }).tap();
  await expectToFit(owner.page, PHONES);
  const suggestion = dialog(owner.page).getByRole("group").getByRole("button", { name: "10:00 AM", exact: true });
  await suggestion.tap();
  await expect(suggestion).toHaveAttribute("aria-pressed", "true");
  await expectAccessibleOverlay(owner.page, "dark");
  await dialog(owner.page).getByRole("textbox", { name: "Message (optional)" }).fill("After the school run");
  await dialog(owner.page).getByRole("button", { name: "Propose time" }).tap();
  await expect(pickup.owner).toContainText("Waiting for Omar");

  await expect(pickup.renter).toContainText("Your turn");
  await expect(pickup.renter).toContainText("10:00 AM");
  await expect(pickup.renter).toContainText("After the school run");
  await confirmTime(renter.page, "Pickup time");
  await expect(pickup.renter).toContainText("Confirmed");
  await expect(pickup.owner).toContainText("Confirmed");
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");
}

const takePhoto = (page: Page, shot = "The whole item") =>
  sheet(page).getByLabel(`Take a photo: ${shot}`).setInputFiles(PHOTO);

/** Answers the question that an action asks first. */
async function act(page: Page, label: string, confirmLabel: string): Promise<void> {
  await nextStep(page).getByRole("button", { name: label }).tap();
  await expectAccessibleOverlay(page, "dark");
  await dialog(page).getByRole("button", { name: confirmLabel }).tap();
  await expect(dialog(page)).toHaveCount(0);
}

async function confirmCondition({ page }: Participant, label: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: label, exact: true }).tap();
  await expectAccessibleOverlay(page, "dark");
  await dialog(page).getByRole("button", { name: label, exact: true }).tap();
  await expect(dialog(page)).toHaveCount(0);
}

async function readDigits(page: Page): Promise<string> {
  const text = await dialog(page).getByText("Your code:").textContent();
  return (text ?? "").replace(/\D/g, "");
}

/** The owner shows the photo code, and the renter enters it in the open report. */
async function enterPhotoCode({ renter, owner }: Rental): Promise<void> {
  await card(owner.page, PICKUP)
    .getByRole("button", { name: /^Show photo code/ })
    .tap();
  await expect(dialog(owner.page).getByText("Your code:")).toBeAttached();
  await sheet(renter.page)
    .getByRole("textbox", { name: "Maya’s photo code (optional)" })
    .fill(await readDigits(owner.page));
  await expectAccessibleOverlay(owner.page, "dark");
  await dialog(owner.page).getByRole("button", { name: "Close" }).tap();
}

async function reportPickup(rental: Rental): Promise<void> {
  const { renter, owner } = rental;
  // A receipt without a photo begins with the report. Its first upload fails and is sent again.
  await expect(card(renter.page, PICKUP)).toBeVisible();
  await nextStep(renter.page).getByRole("button", { name: "Confirm receipt" }).tap();
  await expect(sheet(renter.page)).toContainText("Then confirm that you have it.");
  const busy = { status: 503, json: { message: "Busy" } };
  await renter.page.route("**/photos/*", (route) => route.fulfill(busy), { times: 1 });
  await takePhoto(renter.page);
  await expect(sheet(renter.page)).toContainText("On this phone");
  await sheet(renter.page).getByRole("button", { name: "Try again" }).tap();
  await expect(sheet(renter.page)).toContainText("Verified");
  await sheet(renter.page).getByRole("button", { name: "Add a mark" }).tap();
  await sheet(renter.page).getByRole("textbox", { name: "Mark 1" }).fill("Scratch on the pole");
  await expectAccessibleToFit(renter.page, PHONES);

  // A reload loses neither the photo that isn't sent yet nor what was entered.
  await renter.page.route("**/photos/*", (route) => route.abort(), { times: 1 });
  await takePhoto(renter.page, "All the parts");
  await expect(sheet(renter.page).getByRole("button", { name: "Try again" })).toBeVisible();
  await renter.page.reload();
  await card(renter.page, PICKUP)
    .getByRole("button", { name: /^Continue your report/ })
    .tap();
  await expect(sheet(renter.page).getByText("Verified")).toHaveCount(2);
  await expect(sheet(renter.page).getByRole("textbox", { name: "Mark 1" })).toHaveValue("Scratch on the pole");
  await enterPhotoCode(rental);
  await sendReport(renter.page);
  await expect(card(owner.page, PICKUP)).toContainText("Scratch on the pole");
  await expect(card(owner.page, PICKUP)).toContainText("With your photo code from");

  await openReport(owner.page, PICKUP);
  await takePhoto(owner.page);
  await sendReport(owner.page);
  await expect(card(renter.page, PICKUP).getByRole("article", { name: "Maya’s report" })).toBeVisible();
  await confirmCondition(renter, "Confirm the condition");
  await expect(card(owner.page, PICKUP)).toContainText("Omar confirmed on");
  await confirmCondition(owner, "Confirm the condition");
  await expect(card(renter.page, PICKUP)).toContainText("Both agreed");
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

async function handOverByCode({ id, renter, owner }: Rental): Promise<void> {
  // The renter shows the code without a connection.
  await expectLoaded(renter.page, [/\/handoff-code$/, /\/show-code-dialog-.+\.js$/]);
  await renter.page.context().setOffline(true);
  await card(renter.page, "Handoff code").getByRole("button", { name: "Show code" }).tap();
  await expect(dialog(renter.page).getByRole("img", { name: "QR code with the same code" })).toBeVisible();
  await expect(dialog(renter.page).getByRole("status")).toContainText("You’re offline.");
  await card(owner.page, "Handoff code").getByRole("button", { name: "Enter code" }).tap();
  const field = dialog(owner.page).getByRole("textbox", { name: "Six-digit code" });
  await expect(field).toBeFocused();
  for (const { page } of [renter, owner]) {
    for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(page, colors);
    await expectToFit(page, PHONES);
  }
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
}

/** The renter pays with a card whose bank asks, and the owner approves. */
async function extend({ id, renter, owner }: Rental): Promise<void> {
  const { totalCents, endAt } = await readBooking(renter.request, id);
  await card(renter.page, "Extension").getByRole("button", { name: "Extend rental" }).tap();
  await dialog(renter.page).getByRole("combobox", { name: "New last day" }).selectOption({ index: 1 });
  await expect(dialog(renter.page).getByText(/× 2 days$/)).toBeVisible();
  await expectAccessibleOverlay(renter.page, "dark");
  await expectToFit(renter.page, PHONES);
  await dialog(renter.page).getByRole("button", { name: "Continue to payment" }).tap();

  await expect(renter.page).toHaveURL(`/checkout/${id}`);
  await renter.page.getByRole("radio", { name: "Another card" }).check();
  await chooseCard(renter.page, "Asks for bank confirmation every time");
  await renter.page.getByRole("button", { name: /^Authorize \$/ }).tap();
  await bank(renter.page).getByRole("button", { name: "Complete authentication" }).click();
  await expect(renter.page).toHaveURL(`/my-bookings/${id}`);
  await expect(card(renter.page, "Extension").getByText(/^Waiting for Maya to reply by/)).toBeVisible();

  const asked = card(owner.page, "Extension");
  await expect(asked.getByText(/^You’d earn \$.+ more$/)).toBeVisible();
  await asked.getByRole("button", { name: "Approve the extension" }).tap();
  await expectAccessibleOverlay(owner.page, "dark");
  await dialog(owner.page).getByRole("button", { name: "Approve extension" }).tap();
  await expect(asked.getByText("Approved", { exact: true })).toBeVisible();
  await expect(card(renter.page, "Extension").getByText("Approved", { exact: true })).toBeVisible();
  await expect(card(renter.page, "Extension").getByRole("button", { name: "Extend rental" })).toBeVisible();
  const extended = await readBooking(renter.request, id);
  expect(extended).toMatchObject({ price: { days: 4 }, extensions: [{ status: "approved" }] });
  expect(extended.totalCents).toBe(totalCents + (extended.extensions[0]?.price.totalCents ?? 0));
  const day = new Date(extended.endAt).toLocaleDateString("en-US", {
    timeZone: extended.timezone,
    weekday: "short",
    month: "short",
    day: "numeric",
  });
  expect(extended.endAt > endAt).toBe(true);
  for (const { page } of [renter, owner]) {
    await expect(page.getByRole("main").getByText(/ · 4 days$/)).toBeVisible();
    await expect(card(page, "Return time")).toContainText(`By ${day}`);
  }
}

/** The return is due at the end until both agree on an earlier time. */
async function agreeOnReturnTime({ id, renter, owner }: Rental): Promise<void> {
  await propose(owner.page, "Return time", "12:00 PM");
  await expect(card(renter.page, "Return time")).toContainText("Your turn");
  await confirmTime(renter.page, "Return time");
  await expect(card(owner.page, "Return time").getByRole("status")).toHaveText(/12:00 PM.* confirmed it on /);
  const { exchange, timezone } = await readBooking(owner.request, id);
  const clock = (instant: string | null) =>
    new Date(instant ?? 0).toLocaleTimeString("en-US", { timeZone: timezone, hour: "numeric", minute: "2-digit" });
  expect(
    [clock(exchange.scheduledPickupAt), clock(exchange.scheduledReturnAt)].map((time) => time.replace(/\s/u, " ")),
  ).toEqual(["10:00 AM", "12:00 PM"]);
}

/** A phone's camera opens the address in the QR code. */
async function returnByQrCode({ id, renter, owner }: Rental): Promise<void> {
  await card(owner.page, "Return code").getByRole("button", { name: "Show code" }).tap();
  await expect(dialog(owner.page).getByText("Your code:")).toBeAttached();
  await renter.page.goto("about:blank");
  await renter.page.goto(`/my-bookings/${id}#code=${await readDigits(owner.page)}`);
  await expect(dialog(renter.page).getByRole("textbox", { name: "Six-digit code" })).toHaveValue(/^\d{6}$/);
  await dialog(renter.page).getByRole("button", { name: "Confirm return" }).tap();
  await expect(dialog(renter.page)).toHaveCount(0);
  await expect(dialog(owner.page)).toHaveCount(0);
  await expect(card(renter.page, "Return code")).toHaveCount(0);
  await expect(card(owner.page, "Timeline").getByRole("listitem")).toContainText([
    "Item returned",
    "Return confirmed with a code",
    "Rental extended",
    "Extension requested",
    "Rental started",
    "Handoff confirmed with a code",
    "Request approved",
    "Request sent",
    "Checkout started",
  ]);
  expect((await readBooking(renter.request, id)).status).toBe("return_submitted");
}

/** The owner reports without a connection. Everything is sent once it is back. */
async function reportReturnOffline({ renter, owner }: Rental): Promise<void> {
  await owner.page.context().setOffline(true);
  await openReport(owner.page, RETURN);
  await takePhoto(owner.page);
  await expect(sheet(owner.page)).toContainText("You’re offline.");
  await sendReport(owner.page);
  await expect(card(owner.page, RETURN)).toContainText("Your report and 1 photo are on this phone.");
  await owner.page.context().setOffline(false);
  await expect(card(owner.page, RETURN).getByRole("article", { name: "Your report" })).toBeVisible();
  await expect(card(renter.page, RETURN).getByRole("article", { name: "Maya’s report" })).toBeVisible();
  await expect(card(owner.page, RETURN)).not.toContainText("on this phone");
  await expectAccessibleToFit(owner.page, ALL_SCREENS);
}

async function signAndProve({ renter, owner }: Rental): Promise<void> {
  await confirmCondition(renter, "Sign the return");
  await expect(card(owner.page, RETURN)).toContainText("Omar signed on");
  await confirmCondition(owner, "Sign the return");

  await renter.page.getByRole("button", { name: "Compare photos" }).tap();
  const slider = renter.page.getByRole("slider", { name: "Move between before and after" });
  await slider.focus();
  await renter.page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "51% before, 49% after");
  await expectAccessibleOverlay(renter.page, "dark");
  await renter.page.keyboard.press("Escape");
  await renter.page.getByRole("button", { name: "Evidence" }).tap();
  const evidence = renter.page.getByRole("dialog", { name: "Evidence" });
  await expect(evidence).toContainText("Everything matches");
  await expect(evidence.getByRole("listitem")).toHaveCount(11);
  await expectAccessibleOverlay(renter.page, "dark");
  await expectToFit(renter.page, PHONES);
  await renter.page.keyboard.press("Escape");
}

test("[REQ-01] [BOOK-01] [PICK-01] [COND-01] [EXCH-01] [EXT-01] [CODE-01] two people on phones take a rental from the request to its end", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, {
    title: "Dome tent for two",
    location: "12 Baker St, Maplewood, NJ",
  });
  const { id } = await requestItem(renter.request, item.id, { days: 2, message: "For our first camping trip." });
  const rental = { id, renter, owner };

  await test.step("the owner approves the request", () => approveRequest(rental));
  await test.step("both agree on the pickup time", () => agreeOnPickupTime(rental));
  await test.step("both report the condition at pickup, through a failed upload", () => reportPickup(rental));
  await test.step("a code confirms the pickup", () => handOverByCode(rental));
  await test.step("the renter extends the rental", () => extend(rental));
  await test.step("both agree on the return time", () => agreeOnReturnTime(rental));
  await test.step("a QR code confirms the return", () => returnByQrCode(rental));
  await test.step("the renter reports the return without a connection", () => reportReturnOffline(rental));
  await test.step("both sign, and the evidence is intact", () => signAndProve(rental));

  await act(owner.page, "Everything looks good", "Yes, everything looks good");
  await expect(nextStep(renter.page)).toContainText("This rental is completed.");
  for (const { page, request } of [renter, owner]) {
    await expect(page.getByRole("main").getByText("Completed", { exact: true }).first()).toBeVisible();
    expect((await readBooking(request, id)).status).toBe("closed");
  }
});
