import { randomUUID } from "node:crypto";
import type { ItemView } from "@nexby/contract/items";
import type { SearchFacets } from "@nexby/contract/search";
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { cardsOf } from "./support/item-cards.ts";
import { createLister, createListing } from "./support/listers.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const filters = (page: Page) => page.getByRole("dialog", { name: "Filters" });
const openFilters = (page: Page) =>
  page
    .getByRole("button", { name: /^Filters/ })
    .filter({ visible: true })
    .click();
const chips = (page: Page) => page.getByRole("list", { name: "Active filters" }).getByRole("link");
const pins = (page: Page) =>
  page.getByRole("region", { name: "Results on the map" }).getByRole("button", { name: /per day/ });
const queryOf = (page: Page) => new URL(page.url()).searchParams;

const titlesOf = async (request: APIRequestContext, query: string) =>
  ((await (await request.get(`/api/items?${query}`)).json()) as ItemView[]).map(({ title }) => title);
const facetsOf = async (request: APIRequestContext, query: string) =>
  (await (await request.get(`/api/search/facets?${query}`)).json()) as SearchFacets;

test("filters count what they would find, go into the address, and can be taken away one by one", async ({
  page,
  request,
}) => {
  await page.goto("/browse?category=yard-games");
  await openFilters(page);
  const { conditions } = await facetsOf(request, "category=yard-games");
  const used = conditions.find(({ condition }) => condition === "used")?.count ?? 0;
  await expect(filters(page).getByText(`Used, results: ${used}`)).toBeVisible();
  await filters(page).getByText(`Used, results: ${used}`).click();

  const lowest = filters(page).getByRole("slider", { name: "Lowest price" });
  await lowest.focus();
  await page.keyboard.press("ArrowRight");
  await expect(lowest).toHaveAttribute("aria-valuetext", "$10");
  await expect(filters(page).getByRole("textbox", { name: "Lowest" })).toHaveValue("$10");
  await filters(page).getByRole("textbox", { name: "Highest" }).fill("35.50");
  await filters(page).getByText("4 and up").click();
  const query = "category=yard-games&minPrice=10&maxPrice=35.50&condition=used&rating=4";
  const { total } = await facetsOf(request, query);
  const apply = filters(page).getByRole("button", { name: total === 1 ? "Show 1 result" : `Show ${total} results` });
  await expect(apply).toBeVisible();
  expect(queryOf(page).get("minPrice"), "nothing changes before it is applied").toBeNull();

  await apply.click();
  await expect(page).toHaveURL(`/browse?${query}`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(await titlesOf(request, query));
  await expect(chips(page)).toHaveText([/Yard Games/, /\$10 – \$35\.50/, /Used/, /4 stars and up/, "Clear all"]);
  await page.reload();
  await expect(chips(page)).toHaveCount(5);

  await page.getByRole("link", { name: "Remove filter: $10 – $35.50" }).click();
  await expect(page).toHaveURL("/browse?category=yard-games&condition=used&rating=4");
  await page.goBack();
  await expect(page).toHaveURL(`/browse?${query}`);
  await page.getByLabel("Sort by").selectOption("Lowest price");
  await expect(page).toHaveURL(`/browse?${query}&sort=price`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(await titlesOf(request, `${query}&sort=price`));
  await page.getByRole("link", { name: "Clear all" }).click();
  await expect(page).toHaveURL("/browse?sort=price");
  await expect(heading(page)).toHaveText(/^\d+ results$/);
});

test("a place is chosen by its ZIP, gives distances, is remembered, and a rental has its days", async ({
  page,
  request,
}) => {
  await page.goto("/browse");
  await page.getByRole("button", { name: "Anywhere" }).click();
  await expect(filters(page).getByLabel("Where")).toBeFocused();
  await page.keyboard.type("07040");
  // What was found for the first digits stays until the answer to all of them is there.
  await filters(page).getByRole("option", { name: /07040/ }).click();
  await filters(page).getByText("5 mi", { exact: true }).click();
  const free = filters(page).getByRole("button", { name: /chosen|^\w+, \w+ \d+, \d{4}$/ });
  await filters(page).getByRole("button", { name: "Next month" }).click();
  await free.nth(9).click();
  await free.nth(11).click();
  await expect(filters(page).getByText(/, 3 days\.$/)).toBeVisible();
  await filters(page)
    .getByRole("button", { name: /^Show \d+ results?$/ })
    .click();

  await expect(heading(page)).toHaveText(/^\d+ results? near Maplewood$/);
  const asked = queryOf(page);
  expect([asked.get("radius"), asked.get("place")]).toEqual(["5", "Maplewood, NJ 07040"]);
  asked.delete("place");
  const titles = await titlesOf(request, String(asked));
  await expect(cardsOf(page).getByRole("heading")).toHaveText(titles);
  const distances = (
    await cardsOf(page)
      .getByText(/mi away/)
      .allTextContents()
  ).map(Number.parseFloat);
  expect(distances).toHaveLength(titles.length);
  expect(distances.toSorted((one, other) => one - other)).toEqual(distances);
  expect(distances.at(-1)).toBeLessThanOrEqual(5);
  await expect(cardsOf(page).first()).toContainText(/\/ day · \$[\d.,]+ total before fees/);

  await page.goto("/browse");
  await expect(cardsOf(page).first(), "elsewhere, too").toContainText("mi away");
  await page.getByLabel("Sort by").selectOption("Nearest");
  await expect(heading(page)).toHaveText(/near Maplewood$/);
});

test("who comes back from a listing finds the results and the place in them", async ({ page }) => {
  await page.goto("/browse?view=list");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(40);
  const card = cardsOf(page).nth(38);
  const title = await card.getByRole("heading").textContent();
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  for (const isReloaded of [false, true]) {
    await card.click();
    await expect(heading(page)).toHaveText(title ?? "");
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    if (isReloaded) {
      await page.reload();
      await expect(heading(page)).toHaveText(title ?? "");
    }
    await page.goBack();
    await expect(card.getByRole("heading")).toHaveText(title ?? "");
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(before));
  }
});

test("who wants the nearest of what they search for first says where they are", async ({ page }) => {
  await page.goto("/browse?search=tent");
  await page.getByLabel("Sort by").selectOption("Nearest");
  await expect(filters(page).getByLabel("Where")).toBeFocused();
  await page.keyboard.type("07040");
  await filters(page).getByRole("option", { name: /07040/ }).click();
  await filters(page)
    .getByRole("button", { name: /^Show \d+ results?$/ })
    .click();
  await expect(page).toHaveURL(/sort=distance/);
  await expect(page.getByLabel("Sort by")).toHaveValue("distance");
});

test("what one person has at home is one pin, which shows one after the other", async ({ browser, page, context }) => {
  await createLister(browser, context);
  const name = `Zither ${randomUUID().slice(0, 8)}`;
  for (const number of [1, 2]) await createListing(context.request, { title: `${name} number ${number}` });
  await page.goto(`/browse?${new URLSearchParams({ search: name })}`);
  const map = page.getByRole("region", { name: "Results on the map" });
  await map.getByRole("button", { name: "2 items, show one after the other" }).click();
  const card = page.locator("a:focus");
  await expect(card).toContainText(name);
  const first = (await card.textContent()) ?? "";
  await page.getByRole("button", { name: "1 of 2 here, show the next" }).click();
  await expect(card).toContainText(name);
  await expect(card).not.toHaveText(first);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /of 2 here/ })).toHaveCount(0);
});

test("list and map show each other, and moving the map searches there", async ({ page, request }) => {
  await page.goto("/browse?category=yard-games");
  await expect(pins(page).first()).toBeVisible();
  await expect(page.locator("[data-map]")).toHaveAttribute("data-map", "drawing");
  await cardsOf(page).first().hover();
  const lit = page.locator("[data-map] button[data-lit]");
  await expect(lit).toHaveCount(1);
  await page.mouse.move(2, 2);
  await expect(lit).toHaveCount(0);

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
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => queryOf(page).get("bounds")).toBeTruthy();
  const query = String(queryOf(page));
  await expect(heading(page)).toHaveText(/^\d+ results? in Yard Games on the map$/);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(await titlesOf(request, query));
  expect(await titlesOf(request, "category=yard-games")).not.toEqual(await titlesOf(request, query));

  await page.getByLabel("Search as I move the map").uncheck();
  await page.getByRole("button", { name: "Zoom out" }).click();
  await page.getByRole("button", { name: "Zoom out" }).click();
  await page.getByRole("button", { name: "Zoom out" }).click();
  await expect(page.getByRole("button", { name: "Search this area" })).toBeVisible();
  expect(String(queryOf(page))).toBe(query);
  await page.getByRole("button", { name: "Search this area" }).click();
  await expect(cardsOf(page).getByRole("heading")).toHaveCount((await titlesOf(request, "category=yard-games")).length);
  await expect(page.locator("[data-map] button[aria-label*='zoom in']").first(), "what is near is one").toBeVisible();
  await page.getByRole("link", { name: "Hide map" }).click();
  await expect(page.locator("[data-map]")).toHaveCount(0);
  await expect(cardsOf(page).first()).toBeVisible();
});

test("where nothing fits it says so, and shows what does when less is asked for", async ({ page, request }) => {
  await page.goto("/browse?search=kayak&maxPrice=1");
  await expect(heading(page)).toHaveText("0 results for “kayak”");
  await expect(page.getByRole("heading", { name: "No items for “kayak” at this price." })).toBeVisible();
  await expect(page.getByText("These cost more or less.")).toBeVisible();
  await expect(cardsOf(page).getByRole("heading")).toHaveText(await titlesOf(request, "search=kayak&limit=8"));
  await page.getByRole("link", { name: "Show all of these" }).click();
  await expect(page).toHaveURL("/browse?search=kayak");

  await page.goto("/browse?search=zeppelin");
  await expect(page.getByRole("heading", { name: "No items for “zeppelin”." })).toBeVisible();
  await expect(page.getByText("These may be of use instead.")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(heading(page)).toHaveText(/^\d+ results$/);
});

test("is accessible with a pin chosen and with the filters open", async ({ page }) => {
  await page.goto("/browse?category=yard-games&condition=used");
  await pins(page).first().click();
  await expect(page.locator("a:focus")).toBeVisible();
  await expectAccessible(page);
  await openFilters(page);
  await expect(filters(page).getByRole("grid")).toBeVisible();
  await expectAccessible(page);
});
