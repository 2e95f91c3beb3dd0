import type { PolicyView } from "@nexby/contract/content/policies";
import type { Page } from "@playwright/test";
import { accountButton, createAccount, signInAsDemo } from "../support/accounts.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { bell, bottomBar, searchField } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

test("the menus of a signed-in user and the policy editor are accessible", async ({ page, context }) => {
  const active: PolicyView = await (await context.request.get("/api/terms/active")).json();
  await signInAsDemo(context, "ada");
  await page.goto("/admin/terms");
  await accountButton(page).click();
  await expect(page.getByRole("link", { name: "Admin Dashboard" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await bell(page).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("link").last()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByRole("textbox", { name: "Text" }).fill(`${active.content}\n\nA last line`);
  await page.getByRole("tab", { name: "Changes" }).click();
  await expect(page.getByText("Added: A last line")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save as new version" }).click();
  const message = await page.getByText(/^Version \d+ saved$/).textContent();
  await page.getByRole("button", { name: `Publish ${message?.match(/version \d+/i)?.[0].toLowerCase()}` }).click();
  await expect(page.getByRole("alertdialog")).toContainText(`It replaces version ${active.version} for everyone`);
  await expectAccessible(page);
});

test("the search, dialogs, sheets, toasts and form errors are accessible", async ({ page }) => {
  await page.goto("/dev/gallery");
  await searchField(page).fill("ten");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await expectAccessible(page);
  await searchField(page).fill("zzzz");
  await expect(page.getByText("No suggestions found")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

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
  // A toast stays while the pointer is on it.
  await page.getByText("Not saved", { exact: true }).hover();
  await expectAccessible(page);
  await expectToFit(page);
});

test("the menu and the sheets on a phone are accessible", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await createAccount(context.request);
  await page.goto("/browse");
  await bottomBar(page).getByRole("button", { name: "Filters" }).click();
  await expect(dialog(page, "Quick Filters")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button", { name: "Find something" }).click();
  await expect(dialog(page, "Search")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  await expect(dialog(page, "Menu").getByRole("link").first()).toBeVisible();
  await expectAccessible(page);
  await dialog(page, "Menu").getByRole("link", { name: "How It Works" }).click();
  await page.getByRole("contentinfo").getByRole("button", { name: "Insurance Info" }).click();
  await expect(dialog(page, "Insurance Info").getByText(/^Nothing is insured\./)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await bottomBar(page).getByText("List Item").click();
  await expect(page.getByText("To list items for rent,")).toBeVisible();
  await expectAccessible(page);
});
