import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import {
  categoryIdsOf,
  createLister,
  next,
  readOwnItem,
  saveDraft,
  stepHeading,
  stepLink,
  uploadPhotos,
} from "../support/listers.ts";
import { expect, test } from "../support/test.ts";

/** A single gray pixel, which the server encodes at once. */
const SMALL_FILE = {
  name: "menu.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOYCQAAmwCarS5ItAAAAABJRU5ErkJggg==",
    "base64",
  ),
};

test.describe("a draft", () => {
  test.use({ expectedProblems: /ERR_INTERNET_DISCONNECTED/ });

  test("a draft is restored from the server, saved while offline and after a sudden reload, and discarded", async ({
    page,
    context,
    browser,
  }) => {
    await createLister(browser, context);
    await saveDraft(context.request, { title: "Kite", color: "red", quantityTotal: 7 });
    await page.goto("/create-listing?step=basics");
    await expect(page.getByText("We restored your draft")).toBeVisible();
    const title = page.getByRole("textbox", { name: "Title" });
    await expect(title).toHaveValue("Kite");

    await context.setOffline(true);
    await title.fill("Kite without wind");
    await expect(page.getByText("Saved on this device", { exact: true })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    const [saved] = await (await context.request.get("/api/owner/drafts")).json();
    expect(saved.content).toMatchObject({ title: "Kite without wind", quantityTotal: "1" });

    // The page closes before it has sent this change.
    await title.fill("Kite in a hurry");
    await page.reload();
    await expect(title).toHaveValue("Kite in a hurry");

    await page.getByRole("button", { name: "Start over" }).click();
    await expectAccessibleOverlay(page, "light");
    await page.getByRole("alertdialog", { name: "Start over?" }).getByRole("button", { name: "Discard draft" }).click();
    await expect(title).toHaveValue("");
    await expect(page.getByText("We restored your draft")).toBeHidden();
    expect(await (await context.request.get("/api/owner/drafts")).json()).toEqual([]);
  });
});

test("[FOOD-01] a food truck's settings and prices are validated and published", async ({ page, context, browser }) => {
  await createLister(browser, context);
  await saveDraft(context.request, {
    images: await uploadPhotos(context.request),
    title: "Taco truck",
    categoryIds: await categoryIdsOf(context.request, "catering"),
  });
  await page.goto("/create-listing?step=basics");
  await expect(stepLink(page, "Food truck")).toHaveCount(0);
  await page.getByRole("checkbox", { name: "Food Trucks" }).check();
  await stepLink(page, "Food truck").click();
  await expect(stepHeading(page, "Food truck")).toBeFocused();
  await next(page).click();
  const report = page.getByRole("alert").filter({ hasText: "Please check these 2 fields" });
  await expect(report.getByRole("link")).toHaveText(["Price per person is required", "Appearance fee is required"]);
  await expectAccessible(page);

  await page.getByRole("textbox", { name: "Price per person" }).fill("18");
  await page.getByRole("textbox", { name: "Appearance fee" }).fill("300");
  await page.getByRole("textbox", { name: "Minimum number of guests" }).fill("40");
  const earned = page.getByRole("region", { name: "What you earn" }).getByRole("definition");
  await expect(earned).toHaveText(["$684", "$855", "$1,710", "$285"]);
  for (const price of ["18", "16"]) {
    await page.getByRole("button", { name: "Add a price tier" }).click();
    await page.getByRole("textbox", { name: "$ per person" }).last().fill(price);
  }
  const steps = page.getByRole("group", { name: "Price tiers" });
  await steps.getByRole("textbox", { name: "To guests, price tier 1" }).fill("49");
  await steps.getByRole("textbox", { name: "From guests, price tier 2" }).fill("60");
  await next(page).click();
  await expect(steps).toHaveAccessibleDescription(/Price tiers must follow each other without gaps/);
  await steps.getByRole("textbox", { name: "From guests, price tier 2" }).fill("50");
  await page.getByRole("textbox", { name: "Travel fee", exact: true }).fill("50");
  await page.getByRole("textbox", { name: "Travel fee per mile" }).fill("2.50");
  await page.getByRole("textbox", { name: "Travel radius" }).fill("30");
  await page.getByRole("textbox", { name: "Preparation time" }).fill("48");
  await page.getByRole("textbox", { name: "Setup time" }).fill("45");
  await page.getByRole("textbox", { name: "Power" }).fill("One 50 A outlet");
  await page.getByRole("checkbox", { name: "Paper goods" }).check();
  await page.getByRole("textbox", { name: "Menu link" }).fill("https://tacos.example.com/menu");
  await page.getByLabel("Menu file").setInputFiles(SMALL_FILE);
  await expect(page.getByRole("link", { name: "View", exact: true })).toBeVisible();
  await next(page).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page).toHaveURL(/\/listings\/[0-9a-f-]{36}$/);
  const { foodTruck } = await readOwnItem(context.request, page.url().replace(/^.*\//, ""));
  expect(foodTruck).toMatchObject({
    enabledModes: "BOTH",
    perPersonPriceCents: 1800,
    perPersonMinHeadcount: 40,
    tieredPricing: [
      { min: 1, max: 49, perPersonPriceCents: 1800 },
      { min: 50, max: null, perPersonPriceCents: 1600 },
    ],
    appearanceFeeCents: 30_000,
    baseTravelFeeCents: 5000,
    travelFeePerMileCents: 250,
    travelRadiusMiles: 30,
    prepLeadTimeHours: 48,
    setupTimeMinutes: 45,
    powerRequirements: "One 50 A outlet",
    includesPaperGoods: true,
    onsiteSales: true,
    menuUrl: "https://tacos.example.com/menu",
    menuFileUrl: expect.stringMatching(/^\/media\//),
  });
});
