import type { Page } from "@playwright/test";
import { accountButton, createAccount, signInAsDemo } from "../support/accounts.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { bell, bottomBar, isPhone, searchField } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("the menus of who is signed in are accessible", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await page.goto("/how-it-works");
  await accountButton(page).click();
  await expect(page.getByRole("link", { name: "Admin Dashboard" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await bell(page).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("link").last()).toBeVisible();
  await expectAccessible(page);
});

test("the suggestions of the search are accessible", async ({ page }) => {
  await page.goto("/how-it-works");
  await searchField(page).fill("ten");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
  await searchField(page).fill("zzzz");
  await expect(page.getByText("No suggestions found")).toBeVisible();
  await expectAccessible(page);
});

test("the menu and the sheets of a phone are accessible", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(isPhone(page)).toBe(true);
  await createAccount(context.request);
  await page.goto("/browse");
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  await expect(dialog(page, "Menu").getByRole("link").first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button", { name: "Find something" }).click();
  await expect(dialog(page, "Search")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await bottomBar(page).getByRole("button", { name: "Filters" }).click();
  await expect(dialog(page, "Quick Filters")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/how-it-works");
  await bottomBar(page).getByText("List Item").click();
  await expect(page.getByText("To list items for rent,")).toBeVisible();
  await expectAccessible(page);
});

test("the parts that open are accessible in the gallery, and so are the errors of a form", async ({ page }) => {
  await page.goto("/dev/gallery");
  const light = page.getByRole("region", { name: "Light", exact: true });
  await light.getByRole("button", { name: "Open dialog" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await light.getByRole("button", { name: "Open sheet" }).click();
  await expect(dialog(page, "A sheet")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  for (const appearance of ["Light", "Dark"]) {
    await page.getByRole("region", { name: appearance, exact: true }).getByRole("button", { name: "Save" }).click();
  }
  await expect(page.getByRole("alert").filter({ hasText: "Please check these 8 fields" })).toHaveCount(2);
  await light.getByRole("button", { name: "Show destructive toast" }).click();
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test("the publication of a policy is asked for accessibly", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  const version = { content: "One\nTwo", createdAt: new Date().toISOString() };
  await page.route("**/api/admin/policies/terms/versions", (route) =>
    route.fulfill({
      json: [
        { ...version, version: 2, isActive: false },
        { ...version, version: 1, isActive: true },
      ],
    }),
  );
  await page.goto("/admin/terms");
  await page.getByRole("textbox", { name: "Text" }).fill("One\nThree");
  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(page.getByText("Added: Three")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish version 2" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectAccessible(page);
});
