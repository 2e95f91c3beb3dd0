import type { Page } from "@playwright/test";
import { accountButton, createAccount, PASSWORD, readCurrentUser, signOut, uniqueEmail } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

async function fillIn(page: Page, email: string): Promise<void> {
  await page.getByRole("textbox", { name: "First name" }).fill("Robin");
  await page.getByRole("textbox", { name: "Last name" }).fill("Vale");
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirm password", { exact: true }).fill(PASSWORD);
  await page.getByRole("checkbox", { name: "I agree to the Terms and Conditions" }).check();
}

test("[CALL-10] sends the six fields of the form and shows the terms with their line breaks", async ({ page }) => {
  const email = uniqueEmail();
  const terms = page.waitForResponse("**/api/terms/active");
  await page.goto("/auth?mode=signup");
  const { content } = (await (await terms).json()) as { content: string };
  expect(content.split("\n").length).toBeGreaterThan(3);
  const box = page.getByRole("region", { name: "Text of the Terms and Conditions" });
  // Line breaks that are shown, not those in the source.
  expect(await box.innerText()).toBe(content.trimEnd());
  expect(await box.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);

  await fillIn(page, email);
  const sent = page.waitForRequest("**/api/auth/email-signup");
  await page.getByRole("button", { name: "Create Account" }).click();
  expect((await sent).postDataJSON()).toEqual({
    firstName: "Robin",
    lastName: "Vale",
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    termsAccepted: true,
  });
  await expect(page).toHaveURL("/browse");
  await expect(accountButton(page)).toBeVisible();
});

test("creates an account, signs out, and signs in again", async ({ page, context }) => {
  const email = uniqueEmail();
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("link", { name: "Create an account with email" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create your account" })).toBeFocused();
  await fillIn(page, email);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL("/browse");
  await expect(page.getByText("Your account is waiting for approval.")).toBeVisible();
  expect(await readCurrentUser(context.request)).toMatchObject({ email, firstName: "Robin", isApproved: false });

  await accountButton(page).click();
  await expect(page.getByText("Robin Vale")).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.keyboard.press("Escape");
  await signOut(page);
  expect(await readCurrentUser(context.request)).toBeNull();
  await expect(page.getByText("Your account is waiting for approval.")).toHaveCount(0);

  await page.goto("/auth?mode=signin");
  await page.getByRole("textbox", { name: "Email" }).fill(email.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(accountButton(page)).toBeVisible();
  await page.goBack();
  await expect(page, "the form does not come back for who has used it").not.toHaveURL(/auth/);
});

test("by the keyboard alone", async ({ page, context }) => {
  const email = uniqueEmail();
  await page.goto("/auth?mode=signup");
  await expect(page.getByRole("region", { name: "Text of the Terms and Conditions" })).toBeVisible();
  await page.getByRole("textbox", { name: "First name" }).focus();
  const typeAndGoOn = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  };
  await typeAndGoOn("Robin");
  await typeAndGoOn("Vale");
  await typeAndGoOn(email);
  await typeAndGoOn(PASSWORD);
  const toggle = page.getByRole("button", { name: "Show password" });
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Space");
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
  await page.keyboard.press("Tab");
  await typeAndGoOn(PASSWORD);
  await page.keyboard.press("Tab");
  const terms = page.getByRole("region", { name: "Text of the Terms and Conditions" });
  await expect(terms).toBeFocused();
  await page.keyboard.press("End");
  await expect.poll(() => terms.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox")).toBeChecked();
  await page.keyboard.press("Enter");
  await expect(accountButton(page)).toBeVisible();
  expect(await readCurrentUser(context.request)).toMatchObject({ email });
});

test.describe("what the server refuses", () => {
  test.use({ expectedProblems: /status of (409|401|400)/ });

  test("is said above the form, which keeps what was typed", async ({ page, request }) => {
    const { email } = await createAccount(request);
    await page.goto("/auth?mode=signup");
    await fillIn(page, email);
    await page.getByRole("button", { name: "Create Account" }).click();
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("Signup Failed");
    await expect(alert).toContainText("An account with this email already exists");
    await expect(alert).toBeFocused();
    await expect(page.getByRole("textbox", { name: "Email" })).toHaveValue(email);
    await expect(page.getByLabel("Confirm password", { exact: true })).toHaveValue(PASSWORD);
  });

  test("about a field is said at the field until that is changed", async ({ page }) => {
    await page.goto("/auth?mode=signup");
    await fillIn(page, uniqueEmail());
    for (const label of ["Password", "Confirm password"])
      await page.getByLabel(label, { exact: true }).fill("password1");
    await page.getByRole("button", { name: "Create Account" }).click();
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAccessibleDescription(/^Please choose a less common password/);
    await password.focus();
    await password.blur();
    await expect(password).toHaveAttribute("aria-invalid", "true");
    await password.fill(PASSWORD);
    await expect(password).not.toHaveAttribute("aria-invalid", "true");
  });

  test("at signing in does not tell whether there is such an account", async ({ page }) => {
    await page.goto("/auth?mode=signin");
    await page.getByRole("textbox", { name: "Email" }).fill(uniqueEmail());
    await page.getByLabel("Password", { exact: true }).fill("not-the-password");
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(page.getByRole("alert")).toContainText("Sign In Failed");
    await expect(page.getByRole("alert")).toContainText("Invalid email or password");
  });
});

test.describe("when nobody answers", () => {
  test.use({ expectedProblems: /ERR_FAILED/ });

  test("one press sends the form, however many follow, and every try has the same key", async ({ page }) => {
    const keys: (string | undefined)[] = [];
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/auth/email-signin", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      await held;
      await route.abort();
    });
    await page.clock.install();
    await page.goto("/auth?mode=signin");
    await page.getByRole("textbox", { name: "Email" }).fill("robin@nexby.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    const busy = page.getByRole("button", { name: "Signing in..." });
    await expect(busy).toBeFocused();
    await busy.click({ force: true });
    await page.keyboard.press("Enter");
    expect(keys).toHaveLength(1);
    answer();
    for (const sent of [1, 2]) {
      await expect.poll(() => keys.length).toBe(sent);
      await page.clock.runFor(6_000);
    }
    await expect(page.getByRole("alert")).toContainText("We could not reach the server");
    expect(keys).toHaveLength(3);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect.poll(() => keys.length).toBe(4);
    expect(new Set(keys).size).toBe(1);
  });
});
