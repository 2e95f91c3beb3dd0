import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, uniquePhone } from "../support/accounts.ts";
import { readCategories, readItems } from "../support/api.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { cardsOf, expectCardToShow } from "../support/item-cards.ts";
import { withPatience } from "../support/patience.ts";
import { openInApp } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

const region = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name });
const hero = (page: Page) => region(page, "Start here");
const tilesOf = (page: Page) => region(page, "Browse by Category").getByRole("listitem");

/** All links of the page that lead to the items. */
const browseLinks = (page: Page) => [
  hero(page).getByRole("link", { name: "Find Items Near Me" }),
  region(page, "Browse by Category").getByRole("link", { name: "View All" }),
  region(page, "Featured Listings").getByRole("link", { name: "View All" }),
  region(page, "Ready to Start Sharing?").getByRole("link", { name: "Find Items Near Me" }),
];
const listingLinks = (page: Page) => [
  hero(page).getByRole("link", { name: "Earn Money Sharing" }),
  region(page, "Ready to Start Sharing?").getByRole("link", { name: "Start Earning Today" }),
];

async function expectRoomForFingers(page: Page): Promise<void> {
  const main = page.getByRole("main");
  const targets = [...browseLinks(page), ...listingLinks(page), main.getByRole("link", { name: "View Detailed" })];
  for (const target of [...targets, ...(await main.getByRole("button").all())]) {
    const box = await target.boundingBox();
    expect(box?.height, (await target.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
}

test("[LAND-01][LAND-02][LAND-03][LAND-04][LAND-05][LAND-06][LAND-07][LAND-09] the landing page shows the hero, categories and items, and explains renting", async ({
  page,
  request,
}) => {
  const [categories, items] = [await readCategories(request), await readItems(request)];
  await withoutPageData(page);
  await withPatience(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const path of ["**/api/categories", "**/api/items"]) {
    await page.route(path, async (route) => {
      await released;
      await route.continue();
    });
  }
  await test.step("placeholders give way to categories and items", async () => {
    await page.goto("/");
    await expect(page.locator('[data-placeholder="category"]')).toHaveCount(6);
    await expect(page.locator('[data-placeholder="item"]')).toHaveCount(3);
    release();
    await expect(tilesOf(page)).toHaveText(categories.slice(0, 6).map(({ name }) => name));
    await expect(cardsOf(page)).toHaveCount(3);
    await expect(page.locator("[data-placeholder]")).toHaveCount(0);
    for (const [index, item] of items.slice(0, 3).entries()) await expectCardToShow(cardsOf(page).nth(index), item);
  });

  await test.step("the hero has its texts and a picture", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rent & Share Locally");
    await expect(hero(page).getByText("Neighborhood rentals made simple.", { exact: true })).toBeVisible();
    for (const badge of ["Secure Payments", "Verified Users", "Local Community"]) {
      await expect(hero(page).getByRole("listitem").filter({ hasText: badge })).toBeVisible();
    }
    const picture = hero(page).locator("picture:visible img");
    await expect(picture).toHaveCount(1);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/hero-light-.+\.avif$/);
  });

  await test.step("the hero leads to search, browsing, listing and the tour", async () => {
    await expect(hero(page).getByRole("searchbox", { name: "Search items" })).toBeVisible();
    await expect(hero(page).locator('a[data-tour="browse"]')).toHaveText("Find Items Near Me");
    await expect(hero(page).locator('a[data-tour="list-item"]')).toHaveText("Earn Money Sharing");
    await hero(page).getByRole("button", { name: "Take Tour" }).click();
    await expect(page.getByRole("dialog", { name: "Welcome to Nexby" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("the sections follow with their texts and links", async () => {
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
      "Browse by Category",
      "Featured Listings",
      "Built on Trust & Safety",
      "How It Works",
      "Ready to Start Sharing?",
    ]);
    await expect(region(page, "Built on Trust & Safety").getByRole("listitem")).toHaveText([
      /^Verified Users.*identity checks and ratings/i,
      /^Secure Payments.*protected transactions/i,
      /^Deposits & Reviews.*damage protection.*feedback/i,
    ]);
    await expect(region(page, "Ready to Start Sharing?").getByRole("link")).toHaveText([
      "Find Items Near Me",
      "Start Earning Today",
    ]);
    await expectRoomForFingers(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectRoomForFingers(page);
  });

  await test.step("“How it works” leads to the detailed instructions", async () => {
    const section = page.locator("section#how-it-works");
    await expect(section.getByRole("heading", { level: 2 })).toHaveText("How It Works");
    await expect(section.getByRole("heading", { level: 3 })).toHaveText([
      "Browse & Search",
      "Book & Pay",
      "Enjoy & Return",
    ]);
    await section.getByRole("link", { name: "View Detailed Instructions" }).click();
    await expect(page).toHaveURL("/how-it-works");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("How it works");
  });
});

test.describe("in dark mode", () => {
  test.use({ colorScheme: "dark" });

  test("[LAND-10][LAND-11][LAND-12][LAND-13][AUTH-06] the landing page sends a visitor to sign in and then on to their search, and users straight to the page", async ({
    page,
    playwright,
    baseURL,
    request,
  }) => {
    const [first] = await readCategories(request);
    const elsewhere = await playwright.request.newContext({ baseURL });
    const { email } = await createAccount(elsewhere);
    await elsewhere.dispose();
    const pictures: string[] = [];
    page.on("request", (request) => void (/hero-/.test(request.url()) && pictures.push(request.url())));
    await test.step("a visitor's links lead to signing in, and the dark picture is the only one loaded", async () => {
      await page.goto("/");
      await expect(page.locator("html")).toHaveClass("dark");
      await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
      for (const link of browseLinks(page)) await expect(link).toHaveAttribute("href", "/auth?returnTo=%2Fbrowse");
      for (const link of listingLinks(page)) {
        await expect(link).toHaveAttribute("href", "/auth?returnTo=%2Fcreate-listing");
      }
      await expect.poll(() => pictures).toEqual([expect.stringMatching(/hero-dark-.+\.avif$/)]);
    });

    await test.step("each link leads to signing in with where it leads on", async () => {
      for (const [link, address] of [
        [browseLinks(page)[0], "/auth?returnTo=%2Fbrowse"],
        [listingLinks(page)[0], "/auth?returnTo=%2Fcreate-listing"],
        [
          tilesOf(page).first().getByRole("link"),
          `/auth?${new URLSearchParams({ returnTo: "/browse?category=camping-and-outdoor" })}`,
        ],
      ] as const) {
        await link?.click();
        await expect(page).toHaveURL(address);
        await page.goBack();
        await expect(hero(page)).toBeVisible();
      }
    });

    await test.step("a search leads on after signing in", async () => {
      await hero(page).getByRole("searchbox").fill("   ");
      await hero(page).getByRole("button", { name: "Search" }).click();
      await expect(hero(page).getByRole("searchbox")).toBeFocused();
      await expect(page).toHaveURL("/");
      await hero(page).getByRole("searchbox").fill("tent & more");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/auth\?/);
      const searched = page.getByRole("region", { name: "Your search" });
      await expect(searched).toContainText("You were looking for “tent & more”.");
      await expectAccessible(page, {});
      await searched.getByRole("link", { name: "Browse without an account" }).click();
      await expect(page).toHaveURL("/browse?search=tent%20%26%20more");
      await page.goBack();
      await page.getByRole("link", { name: "Sign in", exact: true }).click();
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await expect(page).toHaveURL("/browse?search=tent%20%26%20more");
      const toast = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
      await expect(toast).toContainText("Welcome back!");
      await expect(page.getByRole("banner").getByRole("button", { name: "Your account" })).toBeVisible();
      expect(
        pictures.filter((url) => url.includes("hero-light")),
        "the light picture is never loaded",
      ).toEqual([]);
    });

    await test.step("signed in, the same links lead straight to the page", async () => {
      await openInApp(page, "/");
      for (const link of browseLinks(page)) await expect(link).toHaveAttribute("href", "/browse");
      for (const link of listingLinks(page)) {
        await link.click();
        const dialog = page.getByRole("dialog", { name: "Complete Your Profile" });
        await expect(dialog).toContainText("To list items for rent, please complete your profile");
        await expect(dialog.getByRole("listitem")).toHaveText(["Phone number", "City", "State"]);
        await expect(page).toHaveURL("/");
        await page.keyboard.press("Escape");
        await expect(dialog).toHaveCount(0);
      }
      const change = { phoneNumber: uniquePhone(), city: "Maplewood", state: "NJ" };
      expect((await page.request.patch("/api/profile", { data: change })).status()).toBe(200);
      await page.evaluate(() => sessionStorage.clear());
      await page.reload();
      await expect(page.getByRole("banner").getByRole("button", { name: "Your account" })).toBeVisible();
      for (const link of listingLinks(page)) {
        await link.click();
        await expect(page).toHaveURL("/create-listing");
        await page.goBack();
        await expect(hero(page)).toBeVisible();
      }
      await browseLinks(page)[0]?.click();
      await expect(page).toHaveURL("/browse");
      await page.goBack();
      await tilesOf(page).getByRole("link", { name: first?.name }).click();
      await expect(page).toHaveURL(`/browse?category=${first?.slug}`);
      await page.goBack();
      await hero(page).getByRole("searchbox").fill(" tent & more ");
      await hero(page).getByRole("button", { name: "Search" }).click();
      await expect(page).toHaveURL("/browse?search=tent%20%26%20more");
    });
  });
});
