import type { Page } from "@playwright/test";
import { accountButton, createAccount, PASSWORD, uniqueEmail } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

const toastIn = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Fails a sign-in, which shows a toast. The pointer keeps the toast open, however slow the machine is. */
async function fail(page: Page): Promise<void> {
  await signInWith(page, uniqueEmail(), "not-the-password");
  await expect(toastIn(page)).toContainText("Sign In Failed");
  await toastIn(page).hover();
}

async function swipe(page: Page, pixels: number): Promise<void> {
  const box = await toastIn(page).boundingBox();
  if (!box) throw new Error("There is no toast");
  const [x, y] = [Math.round(box.x) + 60, Math.round(box.y + box.height / 2)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y, { steps: 4 });
  await page.mouse.move(x + pixels, y, { steps: 4 });
  await page.mouse.up();
}

async function signUpAs(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Create Account" }).click();
}

test.use({ expectedProblems: /status of (401|409)/ });

test("[TOAST-01][AUTH-06][AUTH-07] toasts report sign-ins one at a time, for 5 seconds or until swiped", async ({
  page,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  await elsewhere.dispose();
  await page.clock.install();
  await page.goto("/auth?mode=signin");
  await fail(page);
  await expect(toastIn(page)).toContainText("Invalid email or password");
  await expect(page.getByRole("alert")).toContainText("Invalid email or password");

  await toastIn(page).evaluate((element) => element.setAttribute("data-seen", ""));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(toastIn(page)).not.toHaveAttribute("data-seen");
  await expect(toastIn(page)).toHaveCount(1);

  await toastIn(page).hover();
  await page.clock.runFor(20_000);
  await expect(toastIn(page), "stays under the pointer").toBeVisible();
  await page.keyboard.press("F8");
  await page.mouse.move(2, 2);
  await page.clock.runFor(20_000);
  await expect(toastIn(page), "stays while it has the focus").toBeVisible();
  await page.getByRole("textbox", { name: "Email" }).focus();
  await page.clock.runFor(5_000);
  await expect(toastIn(page)).toHaveCount(0);

  await fail(page);
  await swipe(page, 50);
  await expect(toastIn(page)).toHaveAttribute("data-swipe", "cancel");
  await expect(toastIn(page)).toBeVisible();
  await swipe(page, 51);
  await expect(toastIn(page)).toHaveCount(0);

  await signInWith(page, email, PASSWORD);
  await expect(page).toHaveURL("/browse");
  await expect(toastIn(page)).toContainText("Welcome back!");
  await expect(toastIn(page)).toContainText("You've successfully signed in.");
  await expect(accountButton(page)).toBeVisible();
});

test("screen readers reach a toast while a dialog is open, with everything that can get the focus", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/dev/gallery");
  const light = page.getByRole("region", { name: "Light", exact: true });
  await expect(light).toBeVisible();
  // The toast stays, however slow the machine is.
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  await light.getByRole("button", { name: "Show destructive toast" }).click();
  await expect(toastIn(page)).toContainText("Not saved");
  await light.getByRole("button", { name: "Open dialog" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expect(toastIn(page).getByRole("button", { name: "Close" })).toBeVisible();
  const toasts = page.getByRole("region", { name: "Notifications (F8)" });
  await expect(toasts.locator("[aria-hidden=true][tabindex='0']")).toHaveCount(0);
});

test("[AUTH-05][AUTH-07] a toast reports a failed sign-up and then a successful one", async ({
  page,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  await elsewhere.dispose();
  await page.goto("/auth?mode=signup");
  await page.getByRole("textbox", { name: "First name" }).fill("Robin");
  await page.getByRole("textbox", { name: "Last name" }).fill("Vale");
  for (const label of ["Password", "Confirm password"]) await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox").check();
  await signUpAs(page, email);
  await expect(toastIn(page)).toContainText("Signup Failed");
  await expect(toastIn(page)).toContainText("An account with this email already exists");
  await signUpAs(page, uniqueEmail());
  await expect(page).toHaveURL("/browse");
  await expect(toastIn(page)).toContainText("Account Created!");
  await expect(toastIn(page)).toContainText("Welcome to Nexby! You can now start browsing.");
});
