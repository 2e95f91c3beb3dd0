import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, uniqueEmail } from "./support/accounts.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

const toastIn = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** A toast that says that signing in did not work, and how often it was said. */
async function fail(page: Page): Promise<void> {
  await signInWith(page, uniqueEmail(), "not-the-password");
  await expect(toastIn(page)).toContainText("Sign In Failed");
}

test("[AUTH-06] who has signed in is welcomed on the page they wanted", async ({ page, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  await elsewhere.dispose();
  await page.goto("/auth?mode=signin");
  await signInWith(page, email, PASSWORD);
  await expect(page).toHaveURL("/browse");
  await expect(toastIn(page)).toContainText("Welcome back!");
  await expect(toastIn(page)).toContainText("You've successfully signed in.");
  await expectAccessible(page);
});

test("[AUTH-05] who has signed up is told so", async ({ page }) => {
  await page.goto("/auth?mode=signup");
  await page.getByRole("textbox", { name: "First name" }).fill("Robin");
  await page.getByRole("textbox", { name: "Last name" }).fill("Vale");
  await page.getByRole("textbox", { name: "Email" }).fill(uniqueEmail());
  for (const label of ["Password", "Confirm password"]) await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/browse");
  await expect(toastIn(page)).toContainText("Account Created!");
  await expect(toastIn(page)).toContainText("Welcome to Nexby! You can now start browsing.");
});

test.describe("what did not work", () => {
  test.use({ expectedProblems: /status of (401|409)/ });

  test("[AUTH-07] is said by the server's words, in a toast and above the form", async ({ page, request }) => {
    await page.goto("/auth?mode=signin");
    await fail(page);
    await expect(toastIn(page)).toContainText("Invalid email or password");
    await expect(page.getByRole("alert")).toContainText("Invalid email or password");
    await expectAccessible(page);

    const { email } = await createAccount(request);
    await page.goto("/auth?mode=signup");
    await page.getByRole("textbox", { name: "First name" }).fill("Robin");
    await page.getByRole("textbox", { name: "Last name" }).fill("Vale");
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    for (const label of ["Password", "Confirm password"]) await page.getByLabel(label, { exact: true }).fill(PASSWORD);
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(toastIn(page)).toContainText("Signup Failed");
    await expect(toastIn(page)).toContainText("An account with this email already exists");
  });

  test("[TOAST-01] is shown for 5 seconds", async ({ page }) => {
    await page.clock.install();
    await page.goto("/auth?mode=signin");
    await fail(page);
    await page.clock.runFor(5_000);
    await expect(toastIn(page)).toHaveCount(0);
  });

  test("[TOAST-01] is shown once at a time: the new one replaces the old", async ({ page }) => {
    await page.clock.install();
    await page.goto("/auth?mode=signin");
    await fail(page);
    await toastIn(page).evaluate((element) => element.setAttribute("data-seen", ""));
    await page.clock.runFor(4_000);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(toastIn(page)).not.toHaveAttribute("data-seen");
    await expect(toastIn(page)).toHaveCount(1);
  });

  test("[TOAST-01] goes when it is swiped to the right by more than 50 px, and comes back otherwise", async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto("/auth?mode=signin");
    await fail(page);
    const toast = toastIn(page);
    const swipe = async (pixels: number) => {
      const box = await toast.boundingBox();
      if (!box) throw new Error("There is no toast");
      const [x, y] = [Math.round(box.x) + 60, Math.round(box.y + box.height / 2)];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + pixels / 2, y, { steps: 4 });
      await page.mouse.move(x + pixels, y, { steps: 4 });
      await page.mouse.up();
    };
    await swipe(50);
    await expect(toast).toHaveAttribute("data-swipe", "cancel");
    await expect(toast).toBeVisible();
    await swipe(51);
    await expect(toast).toHaveCount(0);
  });

  test("waits while somebody points at it or is in it", async ({ page }) => {
    await page.clock.install();
    await page.goto("/auth?mode=signin");
    await fail(page);
    await toastIn(page).hover();
    await page.clock.runFor(20_000);
    await expect(toastIn(page)).toBeVisible();
    await page.keyboard.press("F8");
    await page.mouse.move(2, 2);
    await page.clock.runFor(20_000);
    await expect(toastIn(page)).toBeVisible();
    await page.getByRole("textbox", { name: "Email" }).focus();
    await page.clock.runFor(5_000);
    await expect(toastIn(page)).toHaveCount(0);
  });

  test("is announced, and can be closed", async ({ page }) => {
    await page.goto("/auth?mode=signin");
    await signInWith(page, uniqueEmail(), "not-the-password");
    await expect(page.getByRole("status").filter({ hasText: "Sign In Failed" })).toHaveAttribute(
      "aria-live",
      "assertive",
    );
    await toastIn(page).getByRole("button", { name: "Close" }).click();
    await expect(toastIn(page)).toHaveCount(0);
  });
});
