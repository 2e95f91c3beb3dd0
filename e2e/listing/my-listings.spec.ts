import type { CalendarRow } from "@nexby/contract/listings/owner-calendar";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { createLister, createListing } from "../support/listers.ts";
import { expect, test } from "../support/test.ts";

const takenDays = (page: Page, title: string) =>
  page.getByRole("list", { name: `${title}: unavailable days` }).getByRole("listitem");

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

test("days are blocked by dragging and by date; calendars are shared, subscribed to and uploaded", async ({
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

  const address = page.getByLabel("This listing’s calendar link");
  await expect(address).toHaveValue(/\/api\/calendars\/[\w-]+\.ics$/);
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const first = await address.inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  expect(await (await context.request.get(first)).text()).toContain("X-WR-CALNAME:Canoe");
  await page.getByRole("button", { name: "Replace" }).click();
  await expectAccessibleOverlay(page, "light");
  await page.getByRole("alertdialog").getByRole("button", { name: "Replace link" }).click();
  await expect(address).not.toHaveValue(first);
  expect((await context.request.get(first)).status()).toBe(404);

  await page.getByLabel("Name").fill("Family");
  await page.getByLabel("Calendar link", { exact: true }).fill("webcal://127.0.0.1/family.ics");
  await page.getByRole("button", { name: "Subscribe" }).click();
  const followed = page.getByRole("list", { name: "Imported calendars" }).locator("> li");
  await expect(followed).toContainText("127.0.0.1");
  await followed.getByRole("button", { name: "Remove" }).click();
  await expectAccessibleOverlay(page, "light");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove calendar" }).click();
  await expect(followed).toHaveCount(0);

  const upload = page.getByLabel("Calendar file");
  const buffer = Buffer.from(calendarWith("Trip to the lake", day(20)));
  await upload.setInputFiles({ name: "Lake.ics", mimeType: "text/calendar", buffer });
  await expect(followed).toContainText("Uploaded file · 1 event");
  await expect(takenDays(page, "Canoe")).toHaveText([/^Other calendar, /]);
  await followed.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove calendar" }).click();
  await expect(takenDays(page, "Canoe")).toHaveCount(0);
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
