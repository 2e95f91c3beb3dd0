import { readFileSync } from "node:fs";
import type { CalendarRow } from "@nexby/contract/owner-calendar";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { createLister, createListing, keepDraft } from "./support/listers.ts";
import { expect, test } from "./support/test.ts";

const listings = (page: Page) => page.getByRole("list", { name: "Your listings" });
const listingOf = (page: Page, title: string) =>
  listings(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const takenDays = (page: Page, title: string) =>
  page.getByRole("list", { name: `${title}: taken days` }).getByRole("listitem");

const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

async function readCalendar(request: APIRequestContext, from: string, days = 370): Promise<CalendarRow[]> {
  const response = await request.get(`/api/owner/calendar?from=${from}&days=${days}`);
  expect(response.status()).toBe(200);
  return (await response.json()) as CalendarRow[];
}

const blockedDays = async (request: APIRequestContext, from: string) =>
  (await readCalendar(request, from)).flatMap(({ spans }) =>
    spans.filter(({ kind }) => kind === "block").map(({ startDate, endDate }) => `${startDate} ${endDate}`),
  );

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("Both days are on the screen");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
  await page.mouse.up();
}

// Each of them photographs a listing first, which takes its time.
test.beforeEach(() => test.slow());

test("[LIST-01] an owner sees what they share, pauses, copies and deletes it, and goes on with a draft", async ({
  page,
  context,
  browser,
}) => {
  await createLister(browser, context, "Lena Lister");
  await page.goto("/my-listings");
  await expect(page.getByRole("heading", { name: "No listings yet" })).toBeVisible();

  await createListing(context.request, { title: "Canoe", dailyRate: "30" });
  await keepDraft(context.request, { title: "Half a tent" });
  await page.reload();
  const canoe = listingOf(page, "Canoe");
  await expect(canoe).toContainText("$30 / day");
  await expect(canoe).toContainText("Live");
  await expect(canoe).toContainText("0 views");
  await expect(canoe).toContainText("No reviews yet");
  await expect(canoe).toContainText("No booking ahead");

  const draft = page.getByRole("list", { name: "Unfinished" }).getByRole("listitem");
  await expect(draft).toContainText("Half a tent");
  await expect(draft.getByRole("link", { name: "Continue" })).toHaveAttribute("href", "/create-listing");
  await draft.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(draft).toHaveCount(0);

  const paused = page.waitForResponse((response) => response.request().method() === "PATCH");
  await canoe.getByRole("button", { name: "Pause Canoe" }).click();
  await expect(canoe).toContainText("Paused");
  await expect(canoe.getByRole("button", { name: "Resume Canoe" })).toBeVisible();
  await paused;
  await page.reload();
  const resumed = page.waitForResponse((response) => response.request().method() === "PATCH");
  await canoe.getByRole("button", { name: "Resume Canoe" }).click();
  await expect(canoe).toContainText("Live");
  await resumed;

  await canoe.getByRole("button", { name: "Duplicate Canoe" }).click();
  await expect(listings(page).getByRole("heading")).toHaveCount(2);
  const copy = listings(page).locator("> li").filter({ hasText: "Copy of Canoe" });
  await copy.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete listing" }).click();
  await expect(listings(page).getByRole("heading")).toHaveText(["Canoe"]);
  await expect(canoe.getByRole("link", { name: "View Canoe" })).toHaveAttribute("href", /^\/listings\//);
});

test.describe("what the server does not agree to", () => {
  test.use({ expectedProblems: /status of 50\d/ });

  test("is taken back and said", async ({ page, context, browser }) => {
    await createLister(browser, context, "Lena Lister");
    await createListing(context.request, { title: "Canoe" });
    await page.route("**/api/items/*", (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 507, json: { code: "storage_full", message: "Not today" } })
        : route.fallback(),
    );
    await page.goto("/my-listings");
    const canoe = listingOf(page, "Canoe");
    await canoe.getByRole("button", { name: "Pause Canoe" }).click();
    await expect(canoe.getByRole("alert")).toContainText("Not today");
    await expect(canoe).toContainText("Live");
  });
});

test("days are blocked by drawing over them and by date; the address for other calendars is copied and renewed", async ({
  page,
  context,
  browser,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await createLister(browser, context, "Cora Calendar");
  await createListing(context.request, { title: "Canoe" });
  const [{ today = "" } = {}] = await readCalendar(context.request, "2026-01-01", 1);

  await page.goto("/my-listings?tab=calendar");
  await page.getByRole("button", { name: "Next month" }).click();
  const month = dayAfter(`${today.slice(0, 7)}-01`, 40).slice(0, 7);
  const day = (number: number) => `${month}-${String(number).padStart(2, "0")}`;
  const cell = (number: number) => page.locator(`[data-day="${day(number)}"]`);
  const from = day(1);

  await cell(5).scrollIntoViewIfNeeded();
  await drag(page, cell(3), cell(6));
  await expect(takenDays(page, "Canoe")).toHaveText([/^Blocked, \w+ 3\s–\s6/]);
  await expect.poll(() => blockedDays(context.request, from)).toEqual([`${day(3)} ${day(6)}`]);
  await drag(page, cell(5), cell(4));
  await expect.poll(() => blockedDays(context.request, from)).toEqual([`${day(3)} ${day(3)}`, `${day(6)} ${day(6)}`]);
  await expect(takenDays(page, "Canoe")).toHaveCount(2);

  await page.getByLabel("First day").fill(day(10));
  await page.getByLabel("Last day").fill(day(12));
  await page.getByRole("button", { name: "Block", exact: true }).press("Enter");
  await expect(takenDays(page, "Canoe")).toHaveCount(3);
  await page.getByLabel("First day").fill(day(3));
  await page.getByRole("button", { name: "Unblock" }).press("Enter");
  await expect(takenDays(page, "Canoe")).toHaveCount(0);
  await expect.poll(() => blockedDays(context.request, from)).toEqual([]);

  const address = page.getByLabel("This listing's calendar");
  await expect(address).toHaveValue(/\/api\/calendars\/[\w-]+\.ics$/);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("The address is copied.")).toBeVisible();
  const first = await address.inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  expect(await (await context.request.get(first)).text()).toContain("X-WR-CALNAME:Canoe");
  await page.getByRole("button", { name: "Renew" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Renew address" }).click();
  await expect(address).not.toHaveValue(first);
  expect((await context.request.get(first)).status()).toBe(404);

  await page.getByLabel("Name").fill("Family");
  await page.getByLabel("Address of the calendar").fill("webcal://127.0.0.1/family.ics");
  await page.getByRole("button", { name: "Follow calendar" }).click();
  const family = page.getByRole("list", { name: "Calendars it follows" }).locator("> li");
  await expect(family).toContainText("127.0.0.1");
  await family.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove calendar" }).click();
  await expect(family).toHaveCount(0);
});

test.describe("a calendar file", () => {
  test.use({ expectedProblems: /status of 400/ });

  test("blocks its days until it is removed, and says what collides with bookings", async ({
    page,
    context,
    browser,
  }) => {
    await createLister(browser, context, "Cora Calendar");
    await createListing(context.request, { title: "Canoe" });
    const [{ today = "" } = {}] = await readCalendar(context.request, "2026-01-01", 1);
    const first = dayAfter(`${today.slice(0, 7)}-01`, 45);
    // Nobody can book in this test, so the booking it collides with is put into the server's answer.
    await page.route("**/external-calendars", async (route) => {
      const calendars = (await (await route.fetch()).json()) as object[];
      const conflicts = [{ summary: "Trip to the lake", startDate: first, endDate: first }];
      await route.fulfill({ json: calendars.map((calendar) => ({ ...calendar, conflicts })) });
    });

    await page.goto("/my-listings?tab=calendar");
    const upload = (buffer: Buffer, name: string) =>
      page.getByLabel("Calendar file").setInputFiles({ name, mimeType: "text/calendar", buffer });
    await upload(readFileSync("package.json"), "package.ics");
    await expect(page.getByText("This is not a calendar")).toBeVisible();
    await upload(Buffer.from(calendarWith("Trip to the lake", first)), "Lake.ics");
    const lake = page.getByRole("list", { name: "Calendars it follows" }).locator("> li");
    await expect(lake).toContainText("Uploaded file · 1 appointment");
    await expect(lake).toContainText("On days that are booked here already");
    await expect(lake).toContainText("Trip to the lake");
    await page.getByRole("button", { name: "Next month" }).click();
    await expect(takenDays(page, "Canoe")).toHaveText([/^Other calendar, /]);
    await lake.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove calendar" }).click();
    await expect(lake).toHaveCount(0);
    await expect(takenDays(page, "Canoe")).toHaveCount(0);
    // The page may be asking once more.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });
});

const compact = (day: string) => day.replaceAll("-", "");
const calendarWith = (summary: string, day: string) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "UID:trip",
    `SUMMARY:${summary}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(dayAfter(day, 1))}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n");
