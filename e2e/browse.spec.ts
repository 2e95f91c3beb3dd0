import { readAllItems, readCategories, readItems } from "./support/api.ts";
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
  await page.goto("/browse?category=yard-games", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yard Games near you");
  await expect(cardsOf(page).first()).toBeVisible();
  expect(asked).toEqual([]);
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
  const items = await readAllItems(request);
  const [wanted] = items;
  const word = wanted?.title.split(" ").find((part) => part.length > 4) ?? "";
  const has = ({ title, description, category, location }: (typeof items)[number]) =>
    [title, description, category?.name, location].join(" ").toLowerCase().includes(word.toLowerCase());
  const matches = items.filter(has);
  expect(matches.length).toBeLessThan(items.length);

  await page.goto(`/browse?search=${encodeURIComponent(` ${word} `)}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Results for “${word}”`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(matches.map(({ title }) => title));
  await expect(page).toHaveTitle(`Results for ${word} · Nexby`);

  const category = (await readCategories(request)).find(({ id }) => id === wanted?.category?.id);
  const inCategory = (await readItems(request, category?.slug)).filter(has);
  await page.goto(`/browse?search=${word}&category=${category?.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Results for “${word}” in ${category?.name}`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(inCategory.map(({ title }) => title));

  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(page).toHaveURL(`/browse?category=${category?.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${category?.name} near you`);
});

test("[ROUTE-10] takes a category by its exact name and by its id, too", async ({ page, request }) => {
  const category = (await readCategories(request)).find(({ slug }) => slug === "yard-games");
  for (const value of [category?.name ?? "", category?.id ?? ""]) {
    await page.goto(`/browse?category=${encodeURIComponent(value)}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yard Games near you");
    await expect(page.getByRole("link", { name: "Yard games" })).toHaveAttribute("aria-current", "true");
  }
});

test("says so when no item matches, and leads back to all of them", async ({ page, request }) => {
  const items = await readItems(request);
  await page.goto("/browse?search=zeppelin");
  await expect(page.getByRole("heading", { name: "No items match" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("No items");
  await page.getByRole("link", { name: "Clear search" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);
});
