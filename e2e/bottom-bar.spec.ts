import type { Page } from "@playwright/test";
import { createAccount } from "./support/accounts.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { bottomBar } from "./support/shell.ts";
import { expect, test } from "./support/test.ts";

const SMALL = { width: 767, height: 800 };
const cells = (page: Page) => bottomBar(page).getByRole("listitem");
const gate = (page: Page) => page.getByRole("dialog", { name: "Complete Your Profile" });

test.use({ viewport: SMALL });

test("[BAR-01] is there below 768 px only, with four cells", async ({ page, context }) => {
  await page.goto("/credits");
  await expect(cells(page)).toHaveText(["Home", "Browse", "List Item", "Login"]);
  for (const [name, path] of [
    ["Home", "/"],
    ["Browse", "/browse"],
    ["Login", "/auth"],
  ]) {
    await expect(bottomBar(page).getByRole("link", { name })).toHaveAttribute("href", path ?? "");
  }
  await page.setViewportSize({ width: 768, height: 800 });
  await expect(bottomBar(page)).toBeHidden();

  await page.setViewportSize(SMALL);
  await createAccount(context.request);
  await page.reload();
  await expect(cells(page)).toHaveText(["Home", "Browse", "List Item", "Profile"]);
  await bottomBar(page).getByRole("link", { name: "Profile" }).click();
  await expect(page).toHaveURL("/profile");
});

test("covers nothing: the end of the page is above it", async ({ page }) => {
  await page.goto("/credits");
  const docs = page.getByRole("contentinfo").getByRole("link", { name: "API docs" });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect
    .poll(async () => {
      const [end, bar] = await Promise.all([docs.boundingBox(), bottomBar(page).boundingBox()]);
      return end && bar && end.y + end.height <= bar.y;
    })
    .toBe(true);
});

test("[BAR-05] shows where one is", async ({ page }) => {
  const current = bottomBar(page).locator("[aria-current=page]");
  await page.goto("/");
  await expect(current).toHaveText("Home");
  await page.goto("/browse?category=yard-games");
  await expect(current).toHaveText("Browse");
  await page.goto("/credits");
  await expect(current).toHaveCount(0);
});

test("[BAR-02] has filters in the third cell where items are browsed: a sheet over four fifths of the screen", async ({
  page,
}) => {
  await page.goto("/browse");
  await expect(cells(page)).toHaveText(["Home", "Browse", "Filters", "Login"]);
  const button = bottomBar(page).getByRole("button", { name: "Filters" });
  await button.click();
  const sheet = page.getByRole("dialog", { name: "Quick Filters" });
  await expect(sheet.getByRole("heading", { name: "Quick Filters" })).toBeVisible();
  await expect(sheet).toContainText("Use the browse sidebar for detailed filters.");
  await expect(sheet).toContainText("Quick filters for price range, categories and availability are coming soon.");
  await expect.poll(async () => (await sheet.boundingBox())?.height).toBe(SMALL.height * 0.8);
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBe(SMALL.height * 0.2);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await expect(sheet).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(sheet, "a larger screen has no such sheet").toHaveCount(0);
});

test("[BAR-03] leads visitors who want to list an item to signing in", async ({ page }) => {
  await page.goto("/credits");
  await expect(cells(page)).toHaveCount(4);
  await bottomBar(page).getByRole("link", { name: "List Item" }).click();
  await expect(page).toHaveURL("/auth?returnTo=%2Fcreate-listing");
});

test("[BAR-03] [BAR-04] asks for what is missing in a profile before an item is listed", async ({ page, context }) => {
  await createAccount(context.request);
  await page.goto("/credits");
  await expect(cells(page)).toHaveCount(4);
  const listItem = bottomBar(page).getByRole("link", { name: "List Item" });
  await listItem.click();
  await expect(gate(page)).toContainText(
    "To list items for rent, please complete your profile with the required information.",
  );
  await expect(gate(page).getByRole("listitem")).toHaveText(["Phone number", "City", "State"]);
  await expectAccessible(page);
  await gate(page).getByRole("button", { name: "Cancel" }).click();
  await expect(gate(page)).toHaveCount(0);
  await expect(listItem).toBeFocused();
  await expect(page).toHaveURL("/credits");

  await page.keyboard.press("Enter");
  await gate(page).getByRole("link", { name: "Complete Profile" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(gate(page)).toHaveCount(0);
});

test("[BAR-03] leads who has a complete profile to a new listing", async ({ page, context }) => {
  await createAccount(context.request);
  const response = await context.request.patch("/api/profile", {
    data: { phoneNumber: "+12015550199", city: "Maplewood", state: "NJ" },
  });
  expect(response.status()).toBe(200);
  await page.goto("/credits");
  await expect(cells(page)).toHaveCount(4);
  await bottomBar(page).getByRole("link", { name: "List Item" }).click();
  await expect(page).toHaveURL("/create-listing");
});
