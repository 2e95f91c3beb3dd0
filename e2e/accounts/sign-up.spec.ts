import type { Page } from "@playwright/test";
import {
  accountButton,
  createAccount,
  PASSWORD,
  readCurrentUser,
  signInAs,
  signOut,
  uniqueEmail,
  uniquePhone,
} from "../support/accounts.ts";
import { codeSentTo, linkSentTo } from "../support/mailbox.ts";
import { expect, test } from "../support/test.ts";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();

/** Checks that the message is tied to its field for screen readers, and that it is visible. */
async function expectErrorAt(page: Page, label: string, message: string): Promise<void> {
  await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
  await expect(page.getByRole("main").locator("p", { hasText: message }).last()).toBeVisible();
}

test("[VAL-01][VAL-02][VAL-03][VAL-04][VAL-05][CALL-10] the sign-up form reports every mistake and creates an account by keyboard", async ({
  page,
  context,
}) => {
  const email = uniqueEmail();
  const loaded = page.waitForResponse("**/api/terms/active");
  await page.goto("/auth?mode=signup&returnTo=%2Fcredits");
  const { content } = (await (await loaded).json()) as { content: string };
  expect(content.split("\n").length).toBeGreaterThan(3);
  const terms = page.getByRole("region", { name: "Text of the Terms and Conditions" });
  // Line breaks as shown, not as in the source.
  expect(await terms.innerText()).toBe(content.trimEnd());

  await field(page, "Email").fill("robin@nowhere");
  await field(page, "Password").fill("seven77");
  await field(page, "Confirm password").fill("seven78");
  await submit(page, "Create Account");
  await expect(page.getByRole("alert")).toBeFocused();
  await expectErrorAt(page, "First name", "First name is required");
  await expectErrorAt(page, "Last name", "Last name is required");
  await expectErrorAt(page, "Email", "Please enter a valid email address");
  await expectErrorAt(page, "Password", "Password must be at least 8 characters");
  await expectErrorAt(page, "Confirm password", "Passwords don't match");
  const agreement = page.getByRole("checkbox", { name: "I agree to the Terms and Conditions" });
  await expect(agreement).toHaveAccessibleDescription("You must accept the terms and conditions");
  await expect(page.getByRole("main").getByText("You must accept the terms and conditions").last()).toBeVisible();

  await page.getByRole("alert").getByRole("link", { name: "First name is required" }).press("Enter");
  await expect(field(page, "First name")).toBeFocused();
  const typeAndMoveOn = async (text: string) => {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  };
  for (const text of ["Robin", "Vale", email, PASSWORD]) await typeAndMoveOn(text);
  const toggle = page.getByRole("button", { name: "Show password" });
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Space");
  await expect(field(page, "Password")).toHaveAttribute("type", "text");
  await page.keyboard.press("Tab");
  await typeAndMoveOn(PASSWORD);
  await page.keyboard.press("Tab");
  await expect(terms).toBeFocused();
  // Pressed until it has scrolled: Chromium drops scroll keys while it is still scrolling to the focused element.
  const scrollToEnd = async () => {
    await page.keyboard.press("End");
    return terms.evaluate((element) => element.scrollTop);
  };
  await expect.poll(scrollToEnd).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(agreement).toBeChecked();
  const sent = page.waitForRequest("**/api/auth/email-signup");
  await page.keyboard.press("Enter");
  expect((await sent).postDataJSON()).toEqual({
    firstName: "Robin",
    lastName: "Vale",
    email,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    termsAccepted: true,
  });
  await expect(page).toHaveURL("/credits");
  await expect(page.getByText("Your account is waiting for approval.")).toBeVisible();
  expect(await readCurrentUser(context.request)).toMatchObject({ email, firstName: "Robin", isApproved: false });
});

test("[VAL-03][VAL-06] the sign-in form requires both fields, then signs in; signing out ends the session", async ({
  page,
  context,
}) => {
  const { email } = await createAccount(context.request, "Robin Vale");
  await page.goto("/credits");
  await accountButton(page).click();
  await expect(page.getByText("Robin Vale")).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await page.keyboard.press("Escape");
  await signOut(page);
  expect(await readCurrentUser(context.request)).toBeNull();

  await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await submit(page, "Sign In");
  await expectErrorAt(page, "Email", "Please enter a valid email address");
  await expectErrorAt(page, "Password", "Password is required");
  await field(page, "Email").fill(email.toUpperCase());
  await field(page, "Password").fill(PASSWORD);
  await submit(page, "Sign In");
  await expect(accountButton(page)).toBeVisible();
  await page.goBack();
  await expect(page, "the form does not come back").not.toHaveURL(/auth/);
});

test("[VAL-09] email and phone are verified only by the six digits that were sent", async ({ page, context }) => {
  const { email } = await createAccount(context.request);
  const phone = uniquePhone();
  await page.goto("/verify-contact");
  const telephone = page.getByRole("region", { name: "Phone number" });
  await telephone
    .getByRole("textbox", { name: "Phone number" })
    .fill(phone.replace(/(\+1)(\d{3})(\d{3})/, "$1 ($2) $3-"));
  await telephone.getByRole("button", { name: "Save number" }).click();
  await expect(telephone).toContainText(phone);

  for (const [name, recipient] of [
    ["Email address", email],
    ["Phone number", phone],
  ] as const) {
    const card = page.getByRole("region", { name });
    await expect(card).toContainText(recipient);
    await card.getByRole("button", { name: "Send code" }).click();
    const code = card.getByRole("textbox", { name: "Verification code" });
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    for (const wrong of ["12345", "1234567"]) {
      await code.fill(wrong);
      await card.getByRole("button", { name: "Verify" }).click();
      await expect(code).toHaveAccessibleDescription(/^Verification code must be 6 digits/);
      await expect(code).toBeFocused();
    }
    await expect(card.getByRole("button", { name: /^Send a new code in \d+ s$/ })).toBeDisabled();
    const digits = await codeSentTo(context.request, recipient);
    await code.fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
    await card.getByRole("button", { name: "Verify" }).click();
    await expect(card.getByText("Verified", { exact: true })).toBeVisible();
    await expect(card.getByRole("heading")).toBeFocused();
    await expect(code).toHaveCount(0);
  }
  const verified = await (await context.request.get("/api/auth/verifications")).json();
  expect(verified).toMatchObject({
    email: { target: email, verifiedAt: expect.any(String) },
    phone: { target: phone, verifiedAt: expect.any(String) },
  });
});

test("a forgotten password is replaced with the link in an email", async ({ page, context, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);

  await page.goto("/auth?mode=signin");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If there’s an account with this address, we sent it a link.")).toBeVisible();

  const link = new URL(await linkSentTo(context.request, email));
  await page.goto(link.pathname + link.search + link.hash);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  await expect(page, "the token is removed from the URL").toHaveURL("/auth?mode=reset");
  await page.getByLabel("New password", { exact: true }).fill("row-up-the-river");
  await page.getByLabel("Confirm new password", { exact: true }).fill("row-up-the-river");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(accountButton(page)).toBeVisible();

  expect(await readCurrentUser(elsewhere), "the other device is signed out").toBeNull();
  await signInAs(elsewhere, email, "row-up-the-river");
  await elsewhere.dispose();
});
