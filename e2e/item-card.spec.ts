import type { Page } from "@playwright/test";
import { readItems } from "./support/api.ts";
import { cardsOf, expectCardToShow } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";
import { withoutPageData } from "./support/without-data.ts";

const MARGIN = 50;

/** Where the photos of the cards are, from the top of the page. */
const topsOf = (page: Page) =>
  cardsOf(page).evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top + scrollY));

test("[CARD-01] shows photo, title, rate, rating, condition and availability", async ({ page, request }) => {
  const items = await readItems(request);
  await withoutPageData(page);
  const changed = items.map((item, index) => ({
    ...item,
    averageRating: index === 0 ? null : 4.25,
    isAvailable: index !== 1,
  }));
  await page.route("**/api/items", (route) => route.fulfill({ json: changed }));
  await page.goto("/browse");
  for (const [index, item] of changed.slice(0, 4).entries()) await expectCardToShow(cardsOf(page).nth(index), item);
  await expect(cardsOf(page).nth(1).getByText("Unavailable")).toBeVisible();
  await expect(
    cardsOf(page)
      .nth(1)
      .getByText(/\bAvailable/),
  ).toHaveCount(0);
});

test("[CARD-01] says how far away an item is once the visitor's place is known", async ({ page, request }) => {
  const [item] = await readItems(request);
  await page.goto("/browse");
  await expect(cardsOf(page).first()).toContainText(item?.location ?? "");
  await expect(cardsOf(page).first()).not.toContainText("mi away");
  await page.evaluate(
    ({ latitude, longitude }) => {
      // 0.1 degrees of latitude are 6.9 miles.
      localStorage.setItem("nx_place", JSON.stringify({ latitude: latitude + 0.1, longitude }));
    },
    { latitude: item?.latitude ?? 0, longitude: item?.longitude ?? 0 },
  );
  await page.reload();
  await expect(cardsOf(page).first()).toContainText("6.9 mi away");
});

test("[CARD-01] asks for photos of 400x267, and only within 50 px of the screen", async ({ page, viewport }) => {
  const asked: string[] = [];
  page.on("request", (request) => void (/\/media\//.test(request.url()) && asked.push(request.url())));
  await page.goto("/browse", { waitUntil: "networkidle" });
  const height = viewport?.height ?? 0;
  const tops = await topsOf(page);
  const near = tops.filter((top) => top < height + MARGIN).length;
  expect(near).toBeLessThan(tops.length);
  await expect.poll(() => asked.length).toBe(near);
  for (const url of asked) expect(url).toMatch(/\/400x267\.webp$/);

  const next = tops.find((top) => top >= height + MARGIN) ?? 0;
  const inNextRow = tops.filter((top) => top === next).length;
  await page.evaluate((distance) => scrollTo(0, distance), next - height - MARGIN - 10);
  await page.waitForLoadState("networkidle");
  expect(asked, "ten pixels too far").toHaveLength(near);
  await page.evaluate((distance) => scrollTo(0, distance), next - height - MARGIN + 10);
  await expect.poll(() => asked.length).toBe(near + inNextRow);
});

test("[CARD-02] reads its item when it is pointed at, once in five minutes", async ({ page }) => {
  await page.clock.install();
  const asked: string[] = [];
  const isItem = (url: string) => /\/api\/items\/[\da-f-]+$/.test(url);
  page.on("request", (request) => void (isItem(request.url()) && asked.push(request.url())));
  await page.goto("/browse");
  const card = cardsOf(page).nth(1);
  const href = (await card.getAttribute("href")) ?? "";
  const pointAtIt = async () => {
    await page.mouse.move(0, 0);
    await card.hover();
  };
  const read = page.waitForEvent("requestfinished", (request) => isItem(request.url()));
  await pointAtIt();
  await read;
  expect(asked).toEqual([expect.stringContaining(href.replace("/listings/", "/api/items/"))]);
  await pointAtIt();
  await page.clock.runFor(60_000);
  await pointAtIt();
  await page.waitForLoadState("networkidle");
  expect(asked).toHaveLength(1);
  await page.clock.runFor(5 * 60_000);
  await pointAtIt();
  await expect.poll(() => asked.length, "what is older is read again").toBe(2);
});

test.describe("what is wrong with an item", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("[CARD-03] no id or no title is said; what else is missing has its default", async ({ page, request }) => {
    const [first, second, third] = await readItems(request);
    const { isAvailable: _, condition: __, ...bare } = { ...third };
    await withoutPageData(page);
    await page.route("**/api/items", (route) =>
      route.fulfill({ json: [{ ...first, title: "" }, { ...second, id: null }, bare] }),
    );
    await page.goto("/browse");
    await expect(page.getByText("Invalid item data", { exact: true })).toHaveCount(2);
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardsOf(page)).toContainText(`${third?.location} · Used · Available`);
  });

  test("[CARD-04] a photo that does not arrive is said, on the card and on the page", async ({ page, request }) => {
    const [first] = await readItems(request);
    await page.route("**/media/**", (route) => route.fulfill({ status: 404 }));
    await page.goto("/browse");
    await expect(cardsOf(page).first().getByRole("img", { name: "Image error" })).toBeVisible();
    await page.goto(`/listings/${first?.id}`);
    await expect(page.getByText("Image unavailable").first()).toBeVisible();
  });
});
