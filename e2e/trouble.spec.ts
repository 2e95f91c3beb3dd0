import { readItems } from "./support/api.ts";
import { cardsOf } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";
import { withoutPageData } from "./support/without-data.ts";

test.use({ expectedProblems: /Failed to load resource|CodeNotLoadedError/ });

test("offers another try when the items cannot be loaded", async ({ page, request }) => {
  const items = await readItems(request);
  await withoutPageData(page);
  await page.route("**/api/items", (route) => route.fulfill({ status: 400, json: { message: "No" } }), { times: 1 });
  await page.goto("/browse");
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading")).toHaveText("Something went wrong");
  await expect(card.getByRole("button", { name: "Refresh Page" })).toBeVisible();
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);
});

test("offers another try when the code of a page does not arrive", async ({ page }) => {
  await page.goto("/");
  await page.route("**/assets/credits-route-*.js", (route) => route.abort(), { times: 1 });
  await page.getByRole("link", { name: "Credits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credits");
});

test("says so when a category is empty, and leads back to everything", async ({ page, request }) => {
  const items = await readItems(request);
  await page.goto("/browse");
  await page.route("**/api/items?category=*", (route) => route.fulfill({ json: [] }));
  await page.getByRole("link", { name: "Kitchen" }).click();
  await expect(page.getByText("Nobody nearby has shared anything in Kitchen & Appliances yet.")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);
});

test("shows a placeholder for a photo that cannot be loaded", async ({ page, request }) => {
  const [first] = await readItems(request);
  const folder = first?.images[0]?.replace(/[^/]+$/, "");
  await page.route(`**${folder}*`, (route) => route.fulfill({ status: 404 }));
  await page.goto("/browse");
  await expect(cardsOf(page).first().getByRole("img", { name: "Image error" })).toBeVisible();
  await expect(cardsOf(page).first().getByRole("heading")).toHaveText(first?.title ?? "");
});

test("shows no card for an item without a title", async ({ page, request }) => {
  const [first, second] = await readItems(request);
  await withoutPageData(page);
  await page.route("**/api/items", (route) => route.fulfill({ json: [{ ...first, title: "" }, second] }));
  await page.goto("/browse");
  await expect(page.getByText("Invalid item data")).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(1);
});

test("waits with the skeleton of a list that is slow to come", async ({ page }) => {
  await page.goto("/browse");
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/items?category=*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: "Kitchen" }).click();
  const skeleton = page.getByText("Loading items").locator("..");
  await expect(skeleton).toHaveCSS("animation-delay", "0.15s");
  await expect(skeleton).toHaveCSS("opacity", "1");
  answer();
  await expect(skeleton).toBeHidden();
  await expect(cardsOf(page).first()).toBeVisible();
});
