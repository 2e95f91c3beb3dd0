import { readItems } from "./support/api.ts";
import { cardsOf, expectCardToShow } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";
import { withoutPageData } from "./support/without-data.ts";

test("shows the items of the API with their data", async ({ page, request }) => {
  const items = await readItems(request);
  await page.goto("/");
  await expect(page).toHaveTitle("Rent & share locally · Nexby");
  await expect(cardsOf(page)).toHaveCount(items.length);
  for (const [index, item] of items.entries()) await expectCardToShow(cardsOf(page).nth(index), item);
});

test("needs no request of its own for what the server sent along", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.startsWith("/api/")) asked.push(request.url());
  });
  await page.goto("/?category=yard-games", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yard Games near you");
  await expect(cardsOf(page).first()).toBeVisible();
  expect(asked).toEqual([]);
});

test("asks by itself when the server sent nothing along", async ({ page, request }) => {
  const items = await readItems(request);
  await withoutPageData(page);
  await page.goto("/");
  await expect(cardsOf(page)).toHaveCount(items.length);
  await expect(page.getByRole("navigation", { name: "Categories" })).toBeVisible();
});

test("shows more items on request and goes on reading there", async ({ page, request }) => {
  const response = await request.get("/api/items");
  const first: unknown[] = await response.json();
  const next = response.headers().link?.match(/<([^>]+)>/)?.[1];
  expect(next, "the demo data fill more than one page").toBeDefined();
  const second: { title: string }[] = await (await request.get(next ?? "")).json();

  await page.goto("/");
  await expect(page.getByRole("status")).toHaveText("Newest first");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(cardsOf(page)).toHaveCount(first.length + second.length);
  const firstNew = cardsOf(page).nth(first.length);
  await expect(firstNew).toBeFocused();
  await expect(firstNew).toContainText(second[0]?.title ?? "");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("has its header and its heading", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "nexby" })).toBeVisible();
    await expect(page.getByRole("banner").getByRole("link", { name: "Browse" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Items near you");
  });
});
