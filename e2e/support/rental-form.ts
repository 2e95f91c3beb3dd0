import type { ItemDetailView } from "@nexby/contract/listings/items";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { readDemoItems, readItem } from "./api.ts";

type Day = { date: string; free: number; freeOvernight: number; isHandoffDay: boolean };

const FULL_DAY = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

/** "Monday, November 23, 2026" */
const dayName = (date: string): string => FULL_DAY.format(new Date(`${date}T12:00:00Z`));

export async function readDays(request: APIRequestContext, itemId: string, from?: string): Promise<Day[]> {
  const response = await request.get(`/api/items/${itemId}/calendar`, { params: { days: 60, ...(from && { from }) } });
  return ((await response.json()) as { days: Day[] }).days;
}

/** First consecutive days that can be booked as one rental. */
export function freeRange(days: readonly Day[], length: number, units = 1): { from: string; to: string } {
  const first = days.findIndex((_, index) => {
    const range = days.slice(index, index + length);
    const last = range.at(-1);
    const isFree = range.every((day) => (day === last ? day.free : day.freeOvernight) >= units);
    return range.length === length && isFree && range[0]?.isHandoffDay && last?.isHandoffDay;
  });
  const [from, to] = [days[first]?.date, days[first + length - 1]?.date];
  if (!from || !to) throw new Error(`No ${length} days on end are free`);
  return { from, to };
}

/** Newest demo item that matches, with all its details. */
export async function findItem(
  request: APIRequestContext,
  fits: (item: ItemDetailView) => boolean,
): Promise<ItemDetailView> {
  for (const { id } of await readDemoItems(request)) {
    const item = await readItem(request, id);
    if (item.isAvailable && fits(item)) return item;
  }
  throw new Error("The demo town has no such item");
}

const WITH_CARD = 1024;
const hasCard = (page: Page): boolean => (page.viewportSize()?.width ?? 0) >= WITH_CARD;

/** Opens the form for dates and price: the page itself, or the sheet of a narrow screen. */
export async function openRentalForm(page: Page): Promise<Locator> {
  const price = page.getByRole("complementary", { name: "Price" });
  if (hasCard(page)) {
    await page.getByRole("heading", { name: "Availability" }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("grid").first()).toBeVisible();
    return page.getByRole("article");
  }
  await price.getByRole("button", { name: /^(Choose dates|Continue)$/ }).click();
  const sheet = page.getByRole("dialog", { name: "Your rental" });
  await expect(sheet.getByRole("grid")).toBeVisible();
  return sheet;
}

const dayButton = (form: Locator, date: string): Locator =>
  form.getByRole("button", { name: new RegExp(`^${dayName(date)}`) });

/** Goes to the day's month first. */
export async function chooseDay(form: Locator, date: string): Promise<void> {
  await showDay(form, date);
  await dayButton(form, date).click();
}

async function showDay(form: Locator, date: string): Promise<void> {
  while (!(await dayButton(form, date).isVisible())) await form.getByRole("button", { name: "Next month" }).click();
}
