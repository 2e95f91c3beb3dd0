import type { ItemView } from "@nexby/contract/listings/items";
import type { Page } from "@playwright/test";
import { readItems } from "../support/api.ts";
import { cardsOf, expectCardToShow } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

const MARGIN = 50;

/** Positions of the cards' photos, from the top of the page. */
const topsOf = (page: Page) =>
  cardsOf(page).evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top + scrollY));

/** Scrolls and waits until the page has rendered what is in view. */
const scrollTo = (page: Page, distance: number) =>
  page.evaluate(async (top) => {
    window.scrollTo(0, top);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  }, distance);

async function expectPhotosNearTheScreenOnly(page: Page, requested: readonly string[]): Promise<void> {
  const height = page.viewportSize()?.height ?? 0;
  const tops = await topsOf(page);
  const near = tops.filter((top) => top < height + MARGIN).length;
  expect(near).toBeLessThan(tops.length);
  await expect.poll(() => requested.length).toBe(near);
  for (const url of requested) expect(url).toMatch(/\/400x267\.webp$/);

  const next = tops.find((top) => top >= height + MARGIN) ?? 0;
  const inNextRow = tops.filter((top) => top === next).length;
  await scrollTo(page, next - height - MARGIN - 10);
  expect(requested, "ten pixels too far").toHaveLength(near);
  await scrollTo(page, next - height - MARGIN + 10);
  await expect.poll(() => requested.length).toBe(near + inNextRow);
}

test("[CARD-01][CARD-03] an item card shows the item's facts and distance, and loads its photo near the screen", async ({
  page,
  request,
}) => {
  const items: ItemView[] = (await readItems(request)).map((item, index) => ({
    ...item,
    averageRating: index === 0 ? null : 4.25,
    isAvailable: index !== 1,
  }));
  const [first] = items;
  const { isAvailable: _, condition: __, ...bare } = { ...items[4] };
  const invalid = [
    { ...items[5], title: "" },
    { ...items[6], id: null },
  ];
  await withoutPageData(page);
  await page.route("**/api/items", (route) =>
    route.fulfill({ json: [...items.slice(0, 4), bare, ...items.slice(7), ...invalid] }),
  );
  const requested: string[] = [];
  page.on("request", (sent) => void (/\/media\//.test(sent.url()) && requested.push(sent.url())));
  await page.goto("/browse");
  await expect(cardsOf(page)).toHaveCount(items.length - invalid.length);
  await expectPhotosNearTheScreenOnly(page, requested);
  for (const [index, item] of items.slice(0, 4).entries()) await expectCardToShow(cardsOf(page).nth(index), item);
  await expect(cardsOf(page).nth(1).getByText("Unavailable")).toBeVisible();
  const available = cardsOf(page)
    .nth(1)
    .getByText(/\bAvailable/);
  await expect(available).toHaveCount(0);
  await expect(cardsOf(page).nth(4)).toContainText(`${items[4]?.location} · Used · Available`);
  await expect(page.getByText("Invalid item data", { exact: true })).toHaveCount(2);

  await expect(cardsOf(page).first()).not.toContainText("mi away");
  await page.evaluate(
    ({ latitude, longitude }) => {
      // 0.1 degrees of latitude are 6.9 miles.
      localStorage.setItem("nx_place", JSON.stringify({ latitude: latitude + 0.1, longitude }));
      history.pushState(null, "", "/credits");
    },
    { latitude: first?.latitude ?? 0, longitude: first?.longitude ?? 0 },
  );
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credits");
  await page.goBack();
  await expect(cardsOf(page).first()).toContainText("6.9 mi away");
});

test.describe("from the landing page", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("[CARD-02][CARD-04] an item card reads its item once in five minutes on hover, and says when a photo is missing", async ({
    page,
  }) => {
    await page.clock.install();
    await page.route("**/media/**", (route) => route.fulfill({ status: 404 }));
    const requested: string[] = [];
    const isItem = (url: string) => /\/api\/items\/[\da-f-]+$/.test(url);
    page.on("request", (request) => void (isItem(request.url()) && requested.push(request.url())));
    await page.goto("/");
    const card = cardsOf(page).nth(1);
    const href = (await card.getAttribute("href")) ?? "";
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByRole("img", { name: "Image error" })).toBeVisible();
    const hoverCard = async () => {
      await page.mouse.move(0, 0);
      await card.hover();
    };
    const read = page.waitForEvent("requestfinished", (request) => isItem(request.url()));
    await hoverCard();
    await read;
    expect(requested).toEqual([expect.stringContaining(href.replace("/listings/", "/api/items/"))]);
    await hoverCard();
    await page.clock.runFor(60_000);
    await hoverCard();
    expect(requested).toHaveLength(1);
    await page.clock.runFor(5 * 60_000);
    await hoverCard();
    await expect.poll(() => requested.length, "refetches stale data").toBe(2);

    await card.click();
    await expect(page).toHaveURL(href);
    await expect(page.getByText("Image unavailable").first()).toBeVisible();
  });
});
