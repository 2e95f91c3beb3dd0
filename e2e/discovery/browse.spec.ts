import type { ItemView } from "@nexby/contract/listings/items";
import { cardsOf, expectCardToShow } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";

test("[ROUTE-10] browse shows the search in the URL, from the data that came with the page", async ({
  page,
  request,
}) => {
  const found = async (query: string) => (await (await request.get(`/api/items?${query}`)).json()) as ItemView[];
  const apiRequests: string[] = [];
  page.on("request", (sent) => {
    const { pathname } = new URL(sent.url());
    if (/^\/api\/(items|categories|search)/.test(pathname)) apiRequests.push(sent.url());
  });
  await page.goto("/browse?search=kayak&category=outdoor-recreation");
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText(/^\d+ items? for “kayak” in Outdoor Recreation$/);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(page).toHaveTitle("Results for kayak · Nexby");
  const inCategory = await found("search=kayak&category=outdoor-recreation");
  await expect(cardsOf(page)).toHaveCount(inCategory.length);
  for (const [index, item] of inCategory.entries()) await expectCardToShow(cardsOf(page).nth(index), item);
  expect(apiRequests).toEqual([]);

  await page.getByRole("link", { name: "Remove filter: Outdoor Recreation" }).click();
  await expect(page).toHaveURL("/browse?search=kayak");
  const all = await found("search=kayak");
  await expect(heading).toHaveText(`${all.length} items for “kayak”`);
  await expect(page.getByRole("status").first()).toHaveText(`${all.length} items`);
  await expect(cardsOf(page).getByRole("heading")).toHaveText(all.map(({ title }) => title));
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page has its header and its heading", async ({ page }) => {
    await page.goto("/browse");
    await expect(page.getByRole("banner").getByRole("link", { name: "nexby" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Browse", exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Items near you");
  });
});

test("returning from a listing restores the same results and scroll position", async ({ page }) => {
  await page.goto("/browse?view=list");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect.poll(() => cardsOf(page).count()).toBeGreaterThan(40);
  const heading = page.getByRole("heading", { level: 1 });
  const title = (await cardsOf(page).nth(38).getByRole("heading").textContent()) ?? "";
  // By name, because other tests list items at the same time.
  const card = cardsOf(page).filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  await card.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  for (const isReloaded of [false, true]) {
    await card.click();
    await expect(heading).toHaveText(title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    if (isReloaded) {
      await page.reload();
      await expect(heading).toHaveText(title);
    } else {
      await expect(heading).toBeFocused();
    }
    await page.goBack();
    await expect(card).toBeInViewport();
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(before));
  }
});
