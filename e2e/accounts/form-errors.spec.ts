import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

const field = (page: Page, label: string) => page.getByRole("textbox", { name: label, exact: true });

/** What is said about a field, by what ties the two together for a screen reader. */
const expectErrorAt = async (page: Page, label: string, message: string) => {
  await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
  await expect(page.getByRole("main").locator("p", { hasText: message }).last()).toBeVisible();
};

const expectNoErrorAt = (page: Page, label: string) =>
  expect(field(page, label)).not.toHaveAttribute("aria-invalid", "true");

async function openSignUp(page: Page): Promise<void> {
  await page.goto("/auth?mode=signup");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create your account");
}

const submit = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();

test.describe("the sign-up form", () => {
  test("[VAL-01] asks for both names", async ({ page }) => {
    await openSignUp(page);
    await submit(page, "Create Account");
    await expectErrorAt(page, "First name", "First name is required");
    await expectErrorAt(page, "Last name", "Last name is required");
  });

  test("[VAL-02] asks for eight characters, and is content with eight", async ({ page }) => {
    await openSignUp(page);
    await page.getByLabel("Password", { exact: true }).fill("seven77");
    await submit(page, "Create Account");
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAttribute("aria-invalid", "true");
    await expect(password).toHaveAccessibleDescription(/^Password must be at least 8 characters/);
    await password.fill("eight888");
    await password.blur();
    await expect(password).not.toHaveAttribute("aria-invalid", "true");
  });

  test("[VAL-03] asks for an email address", async ({ page }) => {
    await openSignUp(page);
    await field(page, "Email").fill("robin@nowhere");
    await submit(page, "Create Account");
    await expectErrorAt(page, "Email", "Please enter a valid email address");
  });

  test("[VAL-04] says at the second password that the two differ, also when more is wrong", async ({ page }) => {
    await openSignUp(page);
    await page.getByLabel("Password", { exact: true }).fill("paddle-past-the-mill");
    await page.getByLabel("Confirm password", { exact: true }).fill("paddle-past-the-mall");
    await submit(page, "Create Account");
    const second = page.getByLabel("Confirm password", { exact: true });
    await expect(second).toHaveAttribute("aria-invalid", "true");
    await expect(second).toHaveAccessibleDescription("Passwords don't match");
    await expect(page.getByLabel("Password", { exact: true })).not.toHaveAttribute("aria-invalid", "true");
  });

  test("[VAL-05] asks for the terms to be accepted", async ({ page }) => {
    await openSignUp(page);
    await submit(page, "Create Account");
    const box = page.getByRole("checkbox", { name: "I agree to the Terms and Conditions" });
    await expect(box).toHaveAccessibleDescription("You must accept the terms and conditions");
    await box.check();
    await box.blur();
    await expect(box).not.toHaveAttribute("aria-invalid", "true");
  });

  test("sums several mistakes up in the order of the form, and leads to each", async ({ page }) => {
    await openSignUp(page);
    await page.getByLabel("Password", { exact: true }).fill("paddle-past-the-mill");
    await submit(page, "Create Account");
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText([
      "First name is required",
      "Last name is required",
      "Please enter a valid email address",
      "Passwords don't match",
      "You must accept the terms and conditions",
    ]);
    await summary.getByRole("link", { name: "Please enter a valid email address" }).click();
    await expect(field(page, "Email")).toBeFocused();
    await expect(page).toHaveURL("/auth?mode=signup");
  });

  test("says nothing before it is sent, then looks at each field that is left", async ({ page }) => {
    await openSignUp(page);
    await field(page, "First name").focus();
    await field(page, "First name").blur();
    await expectNoErrorAt(page, "First name");
    await submit(page, "Create Account");
    await expectErrorAt(page, "First name", "First name is required");
    await field(page, "First name").fill("Robin");
    await expectErrorAt(page, "First name", "First name is required");
    await field(page, "First name").blur();
    await expectNoErrorAt(page, "First name");
  });
});

test.describe("the sign-in form", () => {
  test("[VAL-03][VAL-06] asks for an email address and a password", async ({ page }) => {
    await page.goto("/auth?mode=signin");
    await submit(page, "Sign In");
    await expectErrorAt(page, "Email", "Please enter a valid email address");
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAccessibleDescription("Password is required");
  });

  test("puts the focus on a single mistake", async ({ page }) => {
    await page.goto("/auth?mode=signin");
    await field(page, "Email").fill("robin@nexby.example");
    await submit(page, "Sign In");
    await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
