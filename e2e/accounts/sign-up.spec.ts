import type { Page, Request } from "@playwright/test";
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
import { respondInTurn } from "../support/counted-answers.ts";
import { expectAccessible, expectToLookRight } from "../support/expect-accessible.ts";
import { codeSentTo, linkSentTo } from "../support/mailbox.ts";
import { expect, test } from "../support/test.ts";

const FOOTER = "By continuing, you agree to our Terms of Service and Privacy Policy. No spam, ever.";

test.use({ expectedProblems: /status of (401|409)/ });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const submit = (page: Page, name: string) => page.getByRole("main").getByRole("button", { name, exact: true }).click();

const toastIn = (page: Page) => page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");

/** Delays a form's request, so that its busy text can be read. */
async function holdRequest(page: Page, path: string): Promise<{ release: () => Promise<Request> }> {
  const sent = page.waitForRequest(path);
  let start = () => {};
  const released = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route(path, async (route) => {
    await released;
    await route.continue();
  });
  return {
    release: () => {
      start();
      return sent;
    },
  };
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

/** Checks that the message is tied to its field for screen readers, and that it is visible. */
async function expectErrorAt(page: Page, label: string, message: string): Promise<void> {
  await expect(field(page, label)).toHaveAttribute("aria-invalid", "true");
  await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
  await expect(page.getByRole("main").locator("p", { hasText: message }).last()).toBeVisible();
}

test("[AUTH-01][AUTH-02][AUTH-05][AUTH-07][VAL-01][VAL-02][VAL-03][VAL-04][VAL-05][CALL-10] the sign-up form reports every mistake and creates an account by keyboard", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const known = await createAccount(elsewhere);
  await elsewhere.dispose();
  const email = uniqueEmail();
  const main = page.getByRole("main");
  await test.step("the page offers three ways to begin", async () => {
    await page.goto("/auth");
    await expect(main.getByRole("link", { name: /^Continue with \w+/ })).toHaveAttribute("href", "/api/login");
    await expect(main.getByRole("button", { name: "Google sign-in coming soon" })).toBeDisabled();
    await expect(main.getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute("href", "/auth?mode=signin");
  });

  const terms = page.getByRole("region", { name: "Text of the Terms and Conditions" });
  await test.step("the form shows the terms in force", async () => {
    const loaded = page.waitForResponse("**/api/terms/active");
    await main.getByRole("link", { name: "Create an account with email" }).click();
    await expect(page).toHaveURL("/auth?mode=signup");
    await expect(page.getByText(FOOTER, { exact: true })).toBeVisible();
    const { content } = (await (await loaded).json()) as { content: string };
    expect(content.split("\n").length).toBeGreaterThan(3);
    // Line breaks as shown, not as in the source.
    await expect.poll(() => terms.innerText()).toBe(content.trimEnd());
  });

  const agreement = page.getByRole("checkbox", { name: "I agree to the Terms and Conditions" });
  await test.step("every mistake is reported at its field", async () => {
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
    await expect(agreement).toHaveAccessibleDescription("You must accept the terms and conditions");
    await expect(main.getByText("You must accept the terms and conditions").last()).toBeVisible();
    await expectToLookRight(page);
  });

  await test.step("the keyboard fills in the form, and an address that is taken is refused", async () => {
    await page.getByRole("alert").getByRole("link", { name: "First name is required" }).press("Enter");
    await expect(field(page, "First name")).toBeFocused();
    const typeAndMoveOn = async (text: string) => {
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText(text);
      await page.keyboard.press("Tab");
    };
    const toggle = async (label: string) => {
      await expect(page.getByRole("button", { name: `Show ${label.toLowerCase()}` })).toBeFocused();
      for (const type of ["text", "password"]) {
        await page.keyboard.press("Space");
        await expect(field(page, label)).toHaveAttribute("type", type);
      }
      await page.keyboard.press("Tab");
    };
    for (const text of ["Robin", "Vale", known.email, PASSWORD]) await typeAndMoveOn(text);
    await toggle("Password");
    await typeAndMoveOn(PASSWORD);
    await toggle("Confirm password");
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
    await page.keyboard.press("Enter");
    await expect(toastIn(page)).toContainText("Signup Failed");
    await expect(toastIn(page)).toContainText("An account with this email already exists");
  });

  await test.step("a corrected address creates the account", async () => {
    await field(page, "Email").fill(email);
    const held = await holdRequest(page, "**/api/auth/email-signup");
    await field(page, "Email").press("Enter");
    await expect(main.getByRole("button", { name: "Creating account..." })).toBeVisible();
    const sent = await held.release();
    expect(sent.postDataJSON()).toEqual({
      firstName: "Robin",
      lastName: "Vale",
      email,
      password: PASSWORD,
      confirmPassword: PASSWORD,
      termsAccepted: true,
    });
    await expect(page).toHaveURL("/browse");
    await expect(toastIn(page)).toContainText("Account Created!");
    await expect(toastIn(page)).toContainText("Welcome to Nexby! You can now start browsing.");
    await expect(page.getByText("Your account is waiting for approval.")).toBeVisible();
    expect(await readCurrentUser(context.request)).toMatchObject({ email, firstName: "Robin", isApproved: false });
  });
});

test("[AUTH-03][AUTH-04][AUTH-06][AUTH-07][TOAST-01][ROUTE-03][STATE-03][VAL-03][VAL-06] a visitor signs in and returns to the guarded page, toasts report each attempt, and signing out clears everything", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  await elsewhere.dispose();
  const main = page.getByRole("main");
  const heading = page.getByRole("heading", { level: 1 });
  const link = (name: string | RegExp) => main.getByRole("link", { name, exact: true });
  const signInWith = async (address: string, password: string) => {
    await field(page, "Email").fill(address);
    await field(page, "Password").fill(password);
    await submit(page, "Sign In");
  };
  const fail = async () => {
    await signInWith(uniqueEmail(), "not-the-password");
    await expect(toastIn(page)).toContainText("Sign In Failed");
  };

  await test.step("the form reports missing fields and a wrong password", async () => {
    await page.goto("/my-bookings?tab=past");
    await expect(page).toHaveURL(`/auth?returnTo=${encodeURIComponent("/my-bookings?tab=past")}`);
    await link("Sign in").click();
    await expect(page.getByText(FOOTER, { exact: true })).toBeVisible();
    await submit(page, "Sign In");
    await expectErrorAt(page, "Email", "Please enter a valid email address");
    await expectErrorAt(page, "Password", "Password is required");
    await fail();
    await expect(toastIn(page)).toContainText("Invalid email or password");
    await expect(page.getByRole("alert")).toContainText("Invalid email or password");
  });

  await test.step("a toast is replaced by the next one, and swiped away", async () => {
    await toastIn(page).evaluate((element) => element.setAttribute("data-seen", ""));
    await submit(page, "Sign In");
    await expect(toastIn(page)).not.toHaveAttribute("data-seen");
    await expect(toastIn(page)).toHaveCount(1);
    await swipe(page, 50);
    await expect(toastIn(page)).toHaveAttribute("data-swipe", "cancel");
    await expect(toastIn(page)).toBeVisible();
    await swipe(page, 51);
    await expect(toastIn(page)).toHaveCount(0);
    await expectToLookRight(page);
  });

  await test.step("a sign-in leads back to the guarded page, and the form does not come back", async () => {
    const held = await holdRequest(page, "**/api/auth/email-signin");
    await signInWith(email.toUpperCase(), PASSWORD);
    await expect(main.getByRole("button", { name: "Signing in..." })).toBeVisible();
    await held.release();
    await expect(page).toHaveURL("/my-bookings?tab=past");
    await expect(toastIn(page)).toContainText("Welcome back!");
    await expect(toastIn(page)).toContainText("You've successfully signed in.");
    await expect(heading).toBeVisible();
    expect(await readCurrentUser(context.request)).toMatchObject({ email });
    await page.goBack();
    await expect(page, "the form does not come back").not.toHaveURL(/auth/);
  });

  await test.step("signing out clears what the browser stored", async () => {
    await page.goto("/credits");
    await expect(accountButton(page)).toBeVisible();
    const stored = () => page.evaluate(() => ["nx_auth_state", "auth_token"].map((key) => sessionStorage.getItem(key)));
    await page.evaluate(() => sessionStorage.setItem("auth_token", "abc"));
    const logouts = await respondInTurn(page, "/api/logout", "real");
    await signOut(page);
    expect(logouts).toHaveLength(1);
    expect(await stored()).toEqual([null, null]);
    expect(await readCurrentUser(context.request)).toBeNull();
  });

  await test.step("the other ways to sign in keep where the visitor was going", async () => {
    await page.evaluate(() => history.pushState(null, "", "/profile"));
    await expect(page).toHaveURL("/auth?returnTo=%2Fprofile");
    await link("Sign in").click();
    await link(/create an account/i).click();
    await expect(page).toHaveURL("/auth?mode=signup&returnTo=%2Fprofile");
    await link("Other sign-in options").click();
    await expect(page).toHaveURL("/auth?returnTo=%2Fprofile");
    await link("Back to Homepage").click();
    await expect(page).toHaveURL("/");
    await expect(heading).toHaveText("Rent & Share Locally");
  });

  await test.step("a toast stays under the pointer and while it has the focus", async () => {
    await page.goto("/auth?mode=signin");
    await fail();
    // From here on the toast has its own timer again, which starts when the pointer leaves.
    await page.clock.install();
    await toastIn(page).hover();
    await page.clock.runFor(20_000);
    await expect(toastIn(page), "stays under the pointer").toBeVisible();
    await page.keyboard.press("F8");
    await page.mouse.move(2, 2);
    await page.clock.runFor(20_000);
    await expect(toastIn(page), "stays while it has the focus").toBeVisible();
    await field(page, "Email").focus();
    await page.clock.runFor(5_000);
    await expect(toastIn(page)).toHaveCount(0);
  });
});

/** The page waits an hour instead of a minute before it offers another code. */
async function holdCountdown(page: Page): Promise<void> {
  await page.route("**/api/auth/verifications", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch();
    const resendAt = new Date(Date.now() + 3_600_000).toISOString();
    await route.fulfill({ response, json: { ...(await response.json()), resendAt } });
  });
}

test("[VAL-09] email and phone are verified only by the six digits that were sent", async ({ page, context }) => {
  const { email } = await createAccount(context.request);
  await holdCountdown(page);
  const phone = uniquePhone();
  await page.goto("/verify-contact");
  const telephone = page.getByRole("region", { name: "Phone number" });
  await telephone
    .getByRole("textbox", { name: "Phone number" })
    .fill(phone.replace(/(\+1)(\d{3})(\d{3})/, "$1 ($2) $3-"));
  await telephone.getByRole("button", { name: "Save and send code" }).click();
  await expect(telephone).toContainText(phone);

  for (const [name, recipient] of [
    ["Email address", email],
    ["Phone number", phone],
  ] as const) {
    const card = page.getByRole("region", { name });
    await expect(card).toContainText(recipient);
    // A number that is saved for the first time gets its code at once.
    if (name === "Email address") await card.getByRole("button", { name: "Send code" }).click();
    const code = card.getByRole("textbox", { name: "Verification code" });
    await expect(code).toHaveAttribute("autocomplete", "one-time-code");
    await expect(code).toHaveAttribute("inputmode", "numeric");
    await code.fill("12345");
    await card.getByRole("button", { name: "Verify" }).click();
    await expect(code).toHaveAccessibleDescription(/^Verification code must be 6 digits/);
    await expect(code).toBeFocused();
    if (name === "Email address") await expectToLookRight(page);
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
  await expectAccessible(page, { isDarkToo: false });
  await page.getByLabel("New password", { exact: true }).fill("row-up-the-river");
  await page.getByLabel("Confirm new password", { exact: true }).fill("row-up-the-river");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(accountButton(page)).toBeVisible();

  expect(await readCurrentUser(elsewhere), "the other device is signed out").toBeNull();
  await signInAs(elsewhere, email, "row-up-the-river");
  await elsewhere.dispose();
});
