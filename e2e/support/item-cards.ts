import type { ItemView } from "@nexby/contract/listings/items";
import { expect, type Locator, type Page } from "@playwright/test";

const CONDITIONS = { new: "New", like_new: "Like new", used: "Used", heavily_used: "Heavily used" };

export const cardsOf = (page: Page): Locator => page.getByRole("main").locator('a[href^="/listings/"]');

/** "18.00" → "$18", "8.50" → "$8.50". */
export const dollars = (decimal: string): string => `$${decimal.replace(/\.00$/, "")}`.replace(/\B(?=(\d{3})+\b)/, ",");

export async function expectCardToShow(card: Locator, item: ItemView): Promise<void> {
  const facts = [item.location, CONDITIONS[item.condition], ...(item.isAvailable ? ["Available"] : [])].join(" · ");
  // The photo is requested only when it is nearly in view.
  await card.scrollIntoViewIfNeeded();
  await expect(card).toHaveAttribute("href", `/listings/${item.id}`);
  await expect(card.getByRole("heading")).toHaveText(item.title);
  await expect(card.getByText(facts, { exact: true })).toBeVisible();
  await expect(card.getByText(`${dollars(item.dailyRate)} / day`, { exact: true })).toBeVisible();
  await expect(
    card.getByText(item.averageRating === null ? "New" : item.averageRating.toFixed(1)).first(),
  ).toBeVisible();
  await expect(card.getByRole("img", { name: item.title })).toHaveAttribute("src", /400x267\.webp$/);
}
