import type { ItemView } from "@nexby/contract/items";
import { readCategories, readItems } from "./support/api.ts";
import { cardsOf, expectCardToShow } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";
import { withoutPageData } from "./support/without-data.ts";

test("shows the items of the API with their data", async ({ page, request }) => {
  const items = await readItems(request);
  await page.goto("/browse");
  await expect(page).toHaveTitle("Browse items · Nexby");
  await expect(cardsOf(page)).toHaveCount(items.length);
  for (const [index, item] of items.entries()) await expectCardToShow(cardsOf(page).nth(index), item);
});

test("needs no request of its own for what the server sent along", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && pathname !== "/api/auth/user") asked.push(request.url());
  });
  await page.goto("/browse?search=games&category=yard-games&maxPrice=90&sort=price", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ results for “games” in Yard Games$/);
  await expect(cardsOf(page).first()).toBeVisible();
  expect(asked.filter((url) => !url.endsWith("/api/map"))).toEqual([]);
});

test("asks by itself when the server sent nothing along", async ({ page, request }) => {
  const items = await readItems(request);
  await withoutPageData(page);
  await page.goto("/browse");
  await expect(cardsOf(page)).toHaveCount(items.length);
  await expect(page.getByRole("navigation", { name: "Categories" })).toBeVisible();
});

test("shows more items on request and goes on reading there", async ({ page, request }) => {
  const response = await request.get("/api/items");
  const first: unknown[] = await response.json();
  const next = response.headers().link?.match(/<([^>]+)>/)?.[1];
  expect(next, "the demo data fill more than one page").toBeDefined();
  const second: { title: string }[] = await (await request.get(next ?? "")).json();

  await page.goto("/browse");
  await expect(page.getByText("Newest first", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(cardsOf(page)).toHaveCount(first.length + second.length);
  const firstNew = cardsOf(page).nth(first.length);
  await expect(firstNew).toBeFocused();
  await expect(firstNew).toContainText(second[0]?.title ?? "");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("has its header and its heading", async ({ page }) => {
    await page.goto("/browse");
    await expect(page.getByRole("banner").getByRole("link", { name: "nexby" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Browse", exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Items near you");
  });
});

test("[ROUTE-10] shows what the address searches for, also within a category, and clears it", async ({
  page,
  request,
}) => {
  const found = async (query: string) => {
    const items = (await (await request.get(`/api/items?${query}`)).json()) as ItemView[];
    return items.map(({ title }) => title);
  };
  const all = await found("search=kayak");
  await page.goto("/browse?search=%20kayak%20");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${all.length} results for “kayak”`);
  await expect(page.getByRole("status").first()).toHaveText(`${all.length} results`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(all);
  await expect(page).toHaveTitle("Results for kayak · Nexby");

  const inCategory = await found("search=kayak&category=outdoor-recreation");
  await page.goto("/browse?search=kayak&category=outdoor-recreation");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ results? for “kayak” in Outdoor Recreation$/);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(inCategory);

  await page.getByRole("link", { name: "Remove filter: “kayak”" }).click();
  await expect(page).toHaveURL("/browse?category=outdoor-recreation");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ results in Outdoor Recreation$/);
});

test("[ROUTE-10] takes a category by its exact name and by its id, too", async ({ page, request }) => {
  const category = (await readCategories(request)).find(({ slug }) => slug === "yard-games");
  for (const value of [category?.name ?? "", category?.id ?? ""]) {
    await page.goto(`/browse?category=${encodeURIComponent(value)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ results in Yard Games$/);
    await expect(page.getByRole("link", { name: "Yard games", exact: true })).toHaveAttribute("aria-current", "true");
  }
});

test("an address that makes no sense shows what is left of it", async ({ page }) => {
  const nonsense =
    "radius=x&bounds=9,8,7,6&minPrice=-1&condition=mint&startDate=2026-02-31&sort=distance&view=%E0%A4%A";
  await page.goto(
    `/browse?${nonsense}&latitude=99&longitude=1e9&quantity=0&rating=77&%FF=%&__proto__=x&category=yard-games`,
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ results in Yard Games$/);
  await expect(page.getByRole("list", { name: "Active filters" }).getByRole("link")).toHaveCount(2);
});
