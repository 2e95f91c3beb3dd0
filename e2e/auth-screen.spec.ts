import type { Page } from "@playwright/test";
import { expect, test } from "./support/test.ts";

const FOOTER = "By continuing, you agree to our Terms of Service and Privacy Policy. No spam, ever.";

/** Keeps the answer to a form back, so that its busy text can be read. */
async function holdAnswer(page: Page, path: string): Promise<() => void> {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(path, async (route) => {
    await held;
    await route.fulfill({ status: 400, json: { message: "No", code: "validation_failed" } });
  });
  return () => answer();
}

test("[AUTH-01] offers email, the identity provider and, not yet, Google", async ({ page }) => {
  await page.goto("/auth");
  await expect(page.getByRole("link", { name: "Create an account with email" })).toHaveAttribute(
    "href",
    "/auth?mode=signup",
  );
  await expect(page.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute("href", "/auth?mode=signin");
  await expect(page.getByRole("link", { name: /^Continue with \w+/ })).toHaveAttribute("href", "/api/login");
  await expect(page.getByRole("button", { name: "Google sign-in coming soon" })).toBeDisabled();
});

test.describe("the forms", () => {
  test.use({ expectedProblems: /status of 400/ });

  test("[AUTH-02] the sign-up form has its fields, the terms and its texts", async ({ page, request }) => {
    const { content } = (await (await request.get("/api/terms/active")).json()) as { content: string };
    await page.goto("/auth?mode=signup");
    await page.getByRole("textbox", { name: "First name" }).fill("Robin");
    await page.getByRole("textbox", { name: "Last name" }).fill("Vale");
    await page.getByRole("textbox", { name: "Email" }).fill("robin@nexby.example");
    for (const label of ["Password", "Confirm password"]) {
      const field = page.getByLabel(label, { exact: true });
      await field.fill("paddle-past-the-mill");
      await expect(field).toHaveAttribute("type", "password");
      const toggle = page.getByRole("button", { name: `Show ${label.toLowerCase()}` });
      await toggle.click();
      await expect(field).toHaveAttribute("type", "text");
      await toggle.click();
      await expect(field).toHaveAttribute("type", "password");
    }
    const terms = page.getByRole("region", { name: "Text of the Terms and Conditions" });
    await expect(terms).toHaveText(content, { useInnerText: true });
    expect(await terms.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
    await page.getByRole("checkbox", { name: "I agree to the Terms and Conditions" }).check();
    const answer = await holdAnswer(page, "**/api/auth/email-signup");
    await page.getByRole("button", { name: "Create Account", exact: true }).click();
    await expect(page.getByRole("button", { name: "Creating account...", exact: true })).toBeVisible();
    answer();
    await expect(page.getByRole("button", { name: "Create Account", exact: true })).toBeVisible();
  });

  test("[AUTH-03] the sign-in form has its fields and its texts", async ({ page }) => {
    await page.goto("/auth?mode=signin");
    await page.getByRole("textbox", { name: "Email" }).fill("robin@nexby.example");
    await page.getByLabel("Password", { exact: true }).fill("paddle-past-the-mill");
    const answer = await holdAnswer(page, "**/api/auth/email-signin");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByRole("button", { name: "Signing in...", exact: true })).toBeVisible();
    answer();
    await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeVisible();
  });
});

test("[AUTH-04] the modes lead to each other and home, and say what continuing means", async ({ page }) => {
  const link = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  await page.goto("/auth");
  await expect(page.getByText(FOOTER, { exact: true })).toBeVisible();
  await link("Create an account with email").click();
  await expect(page).toHaveURL("/auth?mode=signup");
  await expect(page.getByText(FOOTER, { exact: true })).toBeVisible();
  await link("Sign in").click();
  await expect(page).toHaveURL("/auth?mode=signin");
  await expect(page.getByText(FOOTER, { exact: true })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: /create an account/i })
    .click();
  await expect(page).toHaveURL("/auth?mode=signup");
  await link("Other sign-in options").click();
  await expect(page).toHaveURL("/auth");
  await link("Sign in").click();
  await link("Other sign-in options").click();
  await expect(page).toHaveURL("/auth");
  await link("Back to Homepage").click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Rent & Share Locally");
});
