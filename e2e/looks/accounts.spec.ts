import type { Page } from "@playwright/test";
import { signInAsDemo } from "../support/accounts.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { expect, test } from "../support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test.use({ expectedProblems: /status of (400|401)/ });

for (const path of ["/auth?mode=signin", "/auth?mode=forgot", "/auth?mode=reset", "/auth?mode=reset#token=x"]) {
  test(`${path} is accessible`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expectAccessible(page);
  });
}

test("the sign-up form is accessible, also with all its errors and a refusal", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await expect(page.getByRole("region", { name: "Text of the Terms and Conditions" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.goto("/auth?mode=signin&error=access_denied");
  await page.getByRole("textbox", { name: "Email" }).fill("nobody@nexby.example");
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.route("**/api/auth/email-signin", (route) =>
    route.fulfill({ status: 401, json: { message: "Invalid email or password", code: "wrong_credentials" } }),
  );
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page.getByRole("main").getByText("Sign In Failed")).toBeVisible();
  // The toast that says it too comes and goes by itself; half there its letters are pale.
  await expect(page.getByText("Sign In Failed", { exact: true })).toHaveCount(2);
  await expect(page.getByText("Sign In Failed", { exact: true })).toHaveCount(1, { timeout: 15_000 });
  await expectAccessible(page);
});

test("a full-screen spinner is accessible", async ({ page }) => {
  await page.route("**/api/auth/user", () => undefined);
  await page.goto("/profile");
  await expect(page.getByRole("status")).toHaveText("Loading...");
  await expectAccessible(page);
});

for (const tab of ["personal", "payments", "notifications", "availability", "security", "appearance"]) {
  test(`the tab ${tab} of the profile is accessible`, async ({ page, context }) => {
    await signInAsDemo(context, "tess");
    await page.goto(`/profile?tab=${tab}`);
    await expect(page.getByRole("tab", { selected: true })).toBeVisible();
    await expect(page.getByText("Your account is waiting for approval.")).toBeVisible();
    await expectAccessible(page);
  });
}

test("the profile is accessible with errors and the menu open", async ({ page, context }) => {
  await signInAsDemo(context, "tess");
  await page.goto("/profile");
  await page.getByRole("textbox", { name: "First name" }).fill("");
  await page.getByRole("textbox", { name: "Phone number" }).fill("12");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("button", { name: "Your account" }).click();
  await expectAccessible(page);
  await expectToFit(page);
});

test("the pages to verify contacts are accessible", async ({ page, context }) => {
  await page.goto("/verify-contact");
  await expect(heading(page)).toBeVisible();
  await expectAccessible(page);
  await signInAsDemo(context, "tess");
  const soon = new Date(Date.now() + 60_000).toISOString();
  const waiting = { target: "tess@nexby.example", verifiedAt: null, pending: { expiresAt: soon, resendAt: soon } };
  await page.route("**/api/auth/verifications", (route) =>
    route.fulfill({ json: { email: waiting, phone: { target: null, verifiedAt: null, pending: null } } }),
  );
  await page.goto("/verify-contact");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Verification code must be 6 digits")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test("the administrator's pages are accessible, also with a dialog open", async ({ page, context }) => {
  await signInAsDemo(context, "omar");
  await page.goto("/admin");
  await expect(heading(page)).toHaveText("Not allowed");
  await expectAccessible(page);

  await signInAsDemo(context, "ada");
  await page.goto("/admin?status=all&search=demo-nobody");
  await expect(page.getByText("Nobody is found by")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin?status=approved&search=omar");
  await page
    .getByRole("button", { name: /^Suspend/ })
    .first()
    .click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(dialog.getByText("Please give a reason")).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});
