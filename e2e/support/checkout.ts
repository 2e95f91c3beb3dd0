import type { BookingView } from "@nexby/contract/bookings/bookings";
import type { OwnItemView } from "@nexby/contract/listings/items";
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test";
import { freeRange, readDays } from "./rental-form.ts";

export const exact = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
export const bank = (page: Page) => page.frameLocator('iframe[title="Your bank"]');
export const cardProblem = (page: Page) => page.getByRole("region", { name: "Card" }).getByRole("alert");

/** URL of a checkout for days that are available. */
export async function checkoutOf(request: APIRequestContext, { id }: OwnItemView, length = 2): Promise<string> {
  const { from, to } = freeRange((await readDays(request, id)).slice(2), length);
  return `/combined-checkout/${id}?from=${from}&to=${to}`;
}

export async function readBookings(request: APIRequestContext): Promise<BookingView[]> {
  const groups = await Promise.all(
    ["upcoming", "canceled"].map(async (group) => (await request.get(`/api/bookings?group=${group}`)).json()),
  );
  return groups.flat() as BookingView[];
}

export const bookingIdOf = (page: Page): string => new URL(page.url()).searchParams.get("booking") ?? "";

export async function chooseCard(page: Page, behavior: string): Promise<void> {
  await page.getByText("Test cards", { exact: true }).click();
  await button(page, new RegExp(` ${behavior}$`)).click();
}

export async function consent(page: Page): Promise<void> {
  await page.getByRole("checkbox", { name: /^I agree to the Terms/ }).check();
  await page.getByRole("checkbox", { name: /^If I return it late/ }).check();
}

/** Moves the focus to the target with the Tab key only. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  await expect(target).toBeFocused();
}
