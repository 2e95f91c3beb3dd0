import type { Page } from "@playwright/test";
import { accountButton, signInAsDemo } from "../support/accounts.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectRoomForFingers, expectToFit } from "../support/expect-to-fit.ts";
import { withPatience } from "../support/patience.ts";
import { expect, test } from "../support/test.ts";

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const goInApp = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, "", to), path);

/** Accessible, never too wide, and with touch-size targets. */
async function expectToLookRight(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectRoomForFingers(page);
  await expectToFit(page);
  await page.setViewportSize(PHONE);
  await expectRoomForFingers(page);
  await page.setViewportSize(DESKTOP);
}

test.describe("without an account", () => {
  test.use({ expectedProblems: /status of 401/ });

  test("the forms to sign in, sign up and reset a password look right, also with errors", async ({ page }) => {
    await page.goto("/auth?mode=reset#token=x");
    await expect(heading(page)).toBeVisible();
    await expectAccessible(page);
    for (const mode of ["reset", "forgot"]) {
      await goInApp(page, `/auth?mode=${mode}`);
      await expect(heading(page)).toBeVisible();
      await expectAccessible(page);
    }
    await goInApp(page, "/auth?mode=signup");
    await expect(page.getByRole("region", { name: "Text of the Terms and Conditions" })).toBeVisible();
    await expectToLookRight(page);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await page.setViewportSize(DESKTOP);

    await page.route("**/api/auth/email-signin", (route) =>
      route.fulfill({ status: 401, json: { message: "Invalid email or password", code: "wrong_credentials" } }),
    );
    await goInApp(page, "/auth?mode=signin&error=access_denied");
    await page.getByRole("textbox", { name: "Email" }).fill("nobody@nexby.example");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await expectToLookRight(page);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByRole("main").getByText("Sign In Failed")).toBeVisible();
    // A toast that is fading out would be checked half transparent.
    const toast = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
    await toast.getByRole("button", { name: "Close" }).click();
    await expect(toast).toHaveCount(0);
    await expectAccessible(page);
  });
});

test("the profile and the forms to verify contacts look right, also while they load and with errors", async ({
  page,
  context,
}) => {
  await signInAsDemo(context, "tess");
  await withPatience(page);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/auth/user", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/profile");
  await expect(page.getByRole("status")).toHaveText("Loading...");
  await expectAccessible(page);
  release();

  for (const tab of ["Personal", "Payments", "Notifications", "Availability", "Security", "Appearance"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tab", { selected: true })).toHaveText(tab);
    await expect(page.getByText("Your account is waiting for approval.")).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await (["Personal", "Availability", "Security"].includes(tab) ? expectToLookRight(page) : expectAccessible(page));
  }

  await page.getByRole("tab", { name: "Personal" }).click();
  await page.getByRole("textbox", { name: "First name" }).fill("");
  await page.getByRole("textbox", { name: "Phone number" }).fill("12");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await accountButton(page).click();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expectToFit(page);
  await page.setViewportSize(DESKTOP);

  const soon = new Date(Date.now() + 60_000).toISOString();
  const waiting = { target: "tess@nexby.example", verifiedAt: null, pending: { expiresAt: soon, resendAt: soon } };
  await page.route("**/api/auth/verifications", (route) =>
    route.fulfill({ json: { email: waiting, phone: { target: null, verifiedAt: null, pending: null } } }),
  );
  await page.goto("/verify-contact");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Verification code must be 6 digits")).toBeVisible();
  await expectToLookRight(page);
});

test("the admin dashboard looks right, also closed, empty and with a dialog open", async ({ page, context }) => {
  await signInAsDemo(context, "omar");
  await page.goto("/admin");
  await expect(heading(page)).toHaveText("Not allowed");
  await expectAccessible(page);

  await signInAsDemo(context, "ada");
  await page.goto("/admin?status=all&search=demo-nobody");
  await expect(page.getByText("No accounts match")).toBeVisible();
  await expectAccessible(page);
  await goInApp(page, "/admin?status=all");
  await expect(page.getByRole("list", { name: "Accounts" }).getByRole("button").first()).toBeVisible();
  await expectToLookRight(page);
  await goInApp(page, "/admin?status=approved&search=omar");
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
