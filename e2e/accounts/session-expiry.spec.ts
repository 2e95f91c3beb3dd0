import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, uniqueEmail } from "../support/accounts.ts";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

// Requests without a session are rejected, which the browser logs as errors.
test.use({ expectedProblems: /status of 401/ });

const city = (page: Page) => page.getByRole("textbox", { name: "City" });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Sign in to continue" });

async function changeCity(page: Page): Promise<void> {
  await city(page).fill("Millburn");
  await page.getByRole("radio", { name: "Rent items" }).check();
}

const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

async function expectSaved(page: Page): Promise<void> {
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(city(page)).toHaveValue("Millburn");
  await page.reload();
  await expect(city(page)).toHaveValue("Millburn");
}

test("[CLIENT-08][STATE-02] a form survives the end of the session: its owner signs in over it by keyboard, and it is saved", async ({
  page,
  context,
}) => {
  const { email } = await createAccount(context.request);
  await context.clearCookies();
  await page.goto("/auth?mode=signin&returnTo=/profile");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/profile");
  await changeCity(page);
  await context.clearCookies();
  await save(page).focus();
  await page.keyboard.press("Enter");
  const password = dialog(page).getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await expect(dialog(page).getByRole("textbox", { name: "Email" })).toHaveValue(email);
  await expect(dialog(page).getByRole("link", { name: /^Continue with/ })).toHaveCount(0);
  await expectAccessibleOverlay(page, "light");
  await expectAccessibleOverlay(page, "dark");
  await page.keyboard.type("not-the-password");
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("alert")).toContainText("Sign In Failed");
  await password.fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(save(page)).toBeFocused();
  await expectSaved(page);
});

test("[CLIENT-08] an account of the provider signs in again in another window, and a dialog below stays open", async ({
  page,
  context,
}) => {
  const email = uniqueEmail();
  await page.goto("/auth?returnTo=/profile");
  await page.getByRole("link", { name: /^Continue with/ }).click();
  const enter = async (window: Page) => {
    await window.getByLabel("First name").fill("Nell");
    await window.getByLabel("Last name").fill("New");
    await window.getByLabel("Email").fill(email);
    await window.getByRole("button", { name: "Continue" }).click();
  };
  await enter(page);
  await expect(page).toHaveURL("/profile");
  await changeCity(page);
  await context.clearCookies();
  await save(page).click();
  await expect(dialog(page).getByLabel("Password", { exact: true })).toHaveCount(0);
  const opened = page.waitForEvent("popup");
  await dialog(page)
    .getByRole("link", { name: /^Continue with/ })
    .click();
  const window = await opened;
  const closed = window.waitForEvent("close");
  await enter(window);
  await closed;
  await expectSaved(page);

  await page.goto("/profile?tab=security");
  await page.getByRole("button", { name: "Disconnect" }).click();
  const question = page.getByRole("alertdialog");
  await context.clearCookies();
  await question.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog(page)).toBeVisible();
  // Escape closes only the dialog on top, and ends as without a dialog.
  await page.route("**/api/login?*", (route) => route.fulfill({ status: 204 }));
  await page.keyboard.press("Escape");
  await expect(question.getByRole("alert")).toContainText("Authentication failed - redirecting to login");
});
