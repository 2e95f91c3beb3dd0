import type { Page } from "@playwright/test";
import { createAccount, signInAsDemo } from "./support/accounts.ts";
import { readCategories, readItems } from "./support/api.ts";
import { cardsOf, expectCardToShow } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";
import { withoutPageData } from "./support/without-data.ts";

const region = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name });
const hero = (page: Page) => region(page, "Start here");

/** The page as it is for somebody of whom it knows that they are signed in. */
async function openSignedIn(page: Page): Promise<void> {
  await page.goto("/");
  await expect(hero(page).getByRole("link", { name: "Find Items Near Me" })).toHaveAttribute("href", "/browse");
}

test("[LAND-01] says what it is and why to trust it", async ({ page }) => {
  await page.goto("/");
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

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });

  test("loads the dark picture and not the other", async ({ page }) => {
    const pictures: string[] = [];
    page.on("request", (request) => void (/hero-/.test(request.url()) && pictures.push(request.url())));
    await page.goto("/", { waitUntil: "networkidle" });
    await expect(page.locator("html")).toHaveClass("dark");
    await expect.poll(() => pictures).toEqual([expect.stringMatching(/hero-dark-.+\.avif$/)]);
  });
});

test("[LAND-02] searches, browses, lists and tours from the hero", async ({ page }) => {
  await page.goto("/");
  await expect(hero(page).getByRole("searchbox", { name: "Search items" })).toBeVisible();
  await expect(hero(page).getByRole("link", { name: "Find Items Near Me" })).toHaveAttribute("data-tour", "browse");
  await expect(hero(page).getByRole("link", { name: "Earn Money Sharing" })).toHaveAttribute("data-tour", "list-item");
  await hero(page).getByRole("button", { name: "Take Tour" }).click();
  await expect(page.getByRole("dialog", { name: "Welcome to Nexby" })).toBeVisible();
});

test("[LAND-03][LAND-04] shows the first 6 categories and the first 3 items", async ({ page, request }) => {
  const [categories, items] = [await readCategories(request), await readItems(request)];
  await page.goto("/");
  const tiles = region(page, "Browse by Category").getByRole("listitem");
  await expect(tiles).toHaveText(categories.slice(0, 6).map(({ name }) => name));
  const cards = region(page, "Featured Listings").getByRole("listitem").getByRole("link");
  await expect(cards).toHaveCount(3);
  for (const [index, item] of items.slice(0, 3).entries()) await expectCardToShow(cards.nth(index), item);
});

test("[LAND-03][LAND-04] keeps the place of 6 categories and 3 items while they load", async ({ page }) => {
  await withoutPageData(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  for (const path of ["**/api/categories", "**/api/items"]) {
    await page.route(path, async (route) => {
      await held;
      await route.continue();
    });
  }
  await page.goto("/");
  await expect(page.locator('[data-placeholder="category"]')).toHaveCount(6);
  await expect(page.locator('[data-placeholder="item"]')).toHaveCount(3);
  answer();
  await expect(region(page, "Browse by Category").getByRole("listitem")).toHaveCount(6);
  await expect(cardsOf(page)).toHaveCount(3);
  await expect(page.locator("[data-placeholder]")).toHaveCount(0);
});

test("[LAND-05] says what trust is built on", async ({ page }) => {
  await page.goto("/");
  await expect(region(page, "Built on Trust & Safety").getByRole("listitem")).toHaveText([
    /^Verified Users.*identity checks and ratings/i,
    /^Secure Payments.*protected transactions/i,
    /^Deposits & Reviews.*damage protection.*feedback/i,
  ]);
});

test("[LAND-06] explains itself in three steps, which can be linked to", async ({ page }) => {
  await page.goto("/");
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

test("[LAND-07] ends with an invitation, its sections in their order", async ({ page }) => {
  await page.goto("/");
  const banner = region(page, "Ready to Start Sharing?");
  await expect(banner.getByRole("link")).toHaveText(["Find Items Near Me", "Start Earning Today"]);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    "Browse by Category",
    "Featured Listings",
    "Built on Trust & Safety",
    "How It Works",
    "Ready to Start Sharing?",
  ]);
});

test("[LAND-09] has main buttons of at least 44 px", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  const targets = [
    main.getByRole("link", { name: "Find Items Near Me" }),
    main.getByRole("link", { name: /Earn Money Sharing|Start Earning Today/ }),
    main.getByRole("link", { name: "View" }),
    main.getByRole("button"),
  ];
  for (const target of (await Promise.all(targets.map((locator) => locator.all()))).flat()) {
    const box = await target.boundingBox();
    expect(box?.height, (await target.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
});

test.describe("for a visitor", () => {
  test("[LAND-10][LAND-13] leads to signing in", async ({ page }) => {
    for (const [name, place] of [
      ["Find Items Near Me", "Start here"],
      ["View All", "Browse by Category"],
      ["View All", "Featured Listings"],
      ["Find Items Near Me", "Ready to Start Sharing?"],
      ["Earn Money Sharing", "Start here"],
      ["Start Earning Today", "Ready to Start Sharing?"],
    ] as const) {
      await page.goto("/");
      await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
      await region(page, place).getByRole("link", { name }).click();
      await expect(page, name).toHaveURL(/^[^?]+\/auth(\?|$)/);
    }
  });

  test("[LAND-11] a search survives signing in", async ({ page, playwright, baseURL }) => {
    const elsewhere = await playwright.request.newContext({ baseURL });
    const { email } = await createAccount(elsewhere);
    await elsewhere.dispose();
    await page.goto("/");
    await hero(page).getByRole("searchbox").fill("tent & more");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/auth\?/);
    await page.getByRole("link", { name: "Sign in", exact: true }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill("paddle-past-the-mill");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page).toHaveURL("/browse?search=tent%20%26%20more");
  });

  test("[LAND-12] a category leads to signing in", async ({ page }) => {
    await page.goto("/");
    await region(page, "Browse by Category").getByRole("listitem").first().getByRole("link").click();
    await expect(page).toHaveURL(`/auth?${new URLSearchParams({ returnTo: "/browse?category=camping-and-outdoor" })}`);
  });

  test("a search of nothing but space stays where it is", async ({ page }) => {
    await page.goto("/");
    await hero(page).getByRole("searchbox").fill("   ");
    await hero(page).getByRole("button", { name: "Search" }).click();
    await expect(hero(page).getByRole("searchbox")).toBeFocused();
    await expect(page).toHaveURL("/");
  });
});

test.describe("for who is signed in", () => {
  test("[LAND-10][LAND-11][LAND-12] leads at once to what is wanted", async ({ page, context, request }) => {
    const [first] = await readCategories(request);
    await signInAsDemo(context, "omar");
    for (const [name, place] of [
      ["Find Items Near Me", "Start here"],
      ["View All", "Browse by Category"],
      ["View All", "Featured Listings"],
      ["Find Items Near Me", "Ready to Start Sharing?"],
    ] as const) {
      await openSignedIn(page);
      await region(page, place).getByRole("link", { name }).click();
      await expect(page).toHaveURL("/browse");
    }
    await openSignedIn(page);
    await hero(page).getByRole("searchbox").fill(" tent & more ");
    await hero(page).getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL("/browse?search=tent%20%26%20more");
    await openSignedIn(page);
    await region(page, "Browse by Category").getByRole("link", { name: first?.name }).click();
    await expect(page).toHaveURL(`/browse?category=${first?.slug}`);
  });

  test("[LAND-13] with a complete profile leads to a new listing", async ({ page, context }) => {
    await createAccount(context.request);
    const response = await context.request.patch("/api/profile", {
      data: { phoneNumber: "+12015550199", city: "Maplewood", state: "NJ" },
    });
    expect(response.status()).toBe(200);
    for (const name of ["Earn Money Sharing", "Start Earning Today"]) {
      await openSignedIn(page);
      await page.getByRole("link", { name }).click();
      await expect(page).toHaveURL("/create-listing");
    }
  });

  test("[LAND-13] with an incomplete profile asks for the rest", async ({ page, context }) => {
    await createAccount(context.request);
    for (const name of ["Earn Money Sharing", "Start Earning Today"]) {
      await openSignedIn(page);
      await page.getByRole("link", { name }).click();
      const dialog = page.getByRole("dialog", { name: "Complete Your Profile" });
      await expect(dialog).toContainText("To list items for rent, please complete your profile");
      await expect(dialog.getByRole("listitem")).toHaveText(["Phone number", "City", "State"]);
      await expect(page).toHaveURL("/");
    }
  });
});
