import { randomUUID } from "node:crypto";
import type { FoundItemView } from "@nexby/contract/listings/items";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "../support/expect-accessible.ts";
import { cardsOf, dollars } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const part = (page: Page, name: "Where" | "When") => page.getByRole("dialog", { name });
const pins = (page: Page) =>
  page.getByRole("region", { name: "Results on the map" }).getByRole("button", { name: /per day/ });
const queryOf = (page: Page) => new URL(page.url()).searchParams;

const readItems = async (request: APIRequestContext, query: string) =>
  (await (await request.get(`/api/items?${query}`)).json()) as FoundItemView[];
const titlesOf = async (request: APIRequestContext, query: string) =>
  (await readItems(request, query)).map(({ title }) => title);

test("[LOC-01] a ZIP with dates gives distances and totals, and the place is remembered", async ({ page, request }) => {
  await page.goto("/browse?view=list");
  await page.getByRole("button", { name: "Anywhere" }).click();
  await expect(part(page, "Where").getByLabel("Where")).toBeFocused();
  await page.keyboard.type("07040");
  // Suggestions for the first digits stay until those for the whole ZIP arrive.
  await part(page, "Where").getByRole("option", { name: /07040/ }).click();
  await part(page, "Where").getByText("5 mi", { exact: true }).click();
  // Until the new results arrive, the old ones are dimmed.
  const outdated = page.locator('[aria-busy="true"]');
  await expect(page).toHaveURL(/radius=5/);
  await expect(outdated).toHaveCount(0);
  await expectAccessible(page, { isDarkToo: false });
  await page.getByRole("button", { name: "Any dates" }).click();
  await expect(part(page, "Where")).toHaveCount(0);
  const days = part(page, "When").getByRole("button", { name: /chosen|^\w+, \w+ \d+, \d{4}$/ });
  await part(page, "When").getByRole("button", { name: "Next month" }).click();
  await days.nth(9).click();
  await days.nth(11).click();
  await expect(part(page, "When").getByText(/, 3 days\.$/)).toBeVisible();
  await expect(page).toHaveURL(/endDate=/);
  await expect(outdated).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^When / })).toBeFocused();
  await expect(heading(page)).toHaveText(/^\d+ items? near Maplewood$/);
  const params = queryOf(page);
  expect([params.get("radius"), params.get("place")]).toEqual(["5", "Maplewood, NJ 07040"]);
  for (const name of ["place", "view"]) params.delete(name);
  const found = await readItems(request, String(params));
  const titles = found.map(({ title }) => title);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(titles);
  const distanceTexts = await cardsOf(page)
    .getByText(/mi away/)
    .allTextContents();
  const distances = distanceTexts.map(Number.parseFloat);
  expect(distances).toHaveLength(titles.length);
  expect(distances.toSorted((one, other) => one - other)).toEqual(distances);
  expect(distances.at(-1)).toBeLessThanOrEqual(5);
  for (const [index, { trip }] of found.slice(0, 3).entries()) {
    await expect(cardsOf(page).nth(index)).toContainText(trip ? `/ day · ${dollars(trip.total)} total` : "/ day");
  }

  await page.goto("/browse?view=list");
  await expect(cardsOf(page).first(), "the place is remembered").toContainText("mi away");
  await page.getByLabel("Sort by").selectOption("Nearest");
  await expect(heading(page)).toHaveText(/near Maplewood$/);
});

test("[LOC-01] list and map highlight each other's items, and moving the map searches there", async ({
  page,
  request,
}) => {
  await page.goto("/browse?category=yard-games");
  await expect(pins(page).first()).toBeVisible();
  await expect(page.locator("[data-map]")).toHaveAttribute("data-map", "drawing");
  await cardsOf(page).first().hover();
  const highlighted = page.locator("[data-map] button[data-lit]");
  await expect(highlighted).toHaveCount(1);
  await page.mouse.move(2, 2);
  await expect(highlighted).toHaveCount(0);

  const pin = pins(page).first();
  const name = (await pin.getAttribute("aria-label"))?.replace(/^.*? per day: /, "") ?? "";
  await pin.hover();
  const entry = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });
  await expect(entry).toHaveAttribute("data-lit");
  await pin.click();
  await expect(page.locator("a:focus")).toContainText(name);
  await page.keyboard.press("Escape");
  await expect(pin).toBeFocused();

  await page.keyboard.press("ArrowDown");
  await expect(page).toHaveURL(/bounds=/);
  const once = page.url();
  // The focused pin may not be among the new results.
  const isFollowed = page.getByRole("checkbox", { name: "Search as I move the map" });
  await isFollowed.press("ArrowDown");
  await expect(page).not.toHaveURL(once);
  await expect(heading(page)).toHaveText(/^\d+ items? in Yard Games on the map$/);
  const all = await titlesOf(request, "category=yard-games");
  const query = String(queryOf(page));
  const found = await titlesOf(request, query);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(found);
  expect(found).not.toEqual(all);

  await isFollowed.uncheck();
  for (let step = 0; step < 3; step += 1) await page.getByRole("button", { name: "Zoom out" }).click();
  await expect(page.getByRole("button", { name: "Search this area" })).toBeVisible();
  expect(String(queryOf(page))).toBe(query);
  await page.getByRole("button", { name: "Search this area" }).click();
  await expect(cardsOf(page).getByRole("heading")).toHaveCount(all.length);
  await expect(
    page.locator("[data-map] button[aria-label*='zoom in']").first(),
    "neighboring pins are grouped",
  ).toBeVisible();

  // Two items at the same address share a pin that shows one after the other.
  const [item] = await readItems(request, "category=yard-games");
  const twins = ["Zither", "Lute"].map((title) => ({ ...item, id: randomUUID(), title }));
  await page.route(
    (url) => url.pathname === "/api/items",
    (route) => route.fulfill({ json: twins }),
  );
  await page.evaluate(() => history.pushState(null, "", "/browse?search=instruments"));
  await page.getByRole("button", { name: "2 items, show one at a time" }).click();
  const card = page.locator("a:focus");
  await expect(card).toContainText(/Zither|Lute/);
  const first = (await card.textContent()) ?? "";
  await page.getByRole("button", { name: "1 of 2 at this location, show next" }).click();
  await expect(card).toContainText(/Zither|Lute/);
  await expect(card).not.toHaveText(first);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /of 2 here/ })).toHaveCount(0);
  await page.getByRole("link", { name: "Hide map" }).click();
  await expect(page.locator("[data-map]")).toHaveCount(0);
  await expect(cardsOf(page).first()).toBeVisible();
});
