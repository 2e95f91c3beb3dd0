import {
  accountButton,
  createAccount,
  PASSWORD,
  readCurrentUser,
  signInAs,
  signInAsDemo,
} from "../support/accounts.ts";
import { answerInTurn, withoutNews } from "../support/counted-answers.ts";
import { linkSentTo } from "../support/mailbox.ts";
import { expect, test } from "../support/test.ts";

test("a page for signed-in people sends a visitor to sign in and back", async ({ page, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  await elsewhere.dispose();

  await page.goto("/profile?tab=availability");
  await expect(page).toHaveURL(`/auth?${new URLSearchParams({ returnTo: "/profile?tab=availability" })}`);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/profile?tab=availability");
  await expect(page.getByRole("heading", { level: 1, name: "Your profile" })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Availability" })).toHaveAttribute("aria-selected", "true");
});

test.describe("a session that was ended elsewhere", () => {
  test.use({ expectedProblems: /status of 401|Authentication failed/ });

  test("is noticed at the next look at something private", async ({ page, context, playwright, baseURL }) => {
    const { email } = await createAccount(context.request);
    const elsewhere = await playwright.request.newContext({ baseURL });
    await signInAs(elsewhere, email, PASSWORD);
    await withoutNews(page);
    const counted = page.waitForResponse("**/api/notifications/count");
    await page.goto("/profile");
    await counted;
    await expect(page.getByRole("tab", { name: "Security" })).toBeVisible();
    await elsewhere.delete("/api/auth/sessions");
    await answerInTurn(page, "/api/login", { body: "Sign in here", contentType: "text/html" });
    await page.getByRole("tab", { name: "Security" }).click();
    await expect(page).toHaveURL(`/api/login?${new URLSearchParams({ returnTo: "/profile?tab=security" })}`);
    await page.goto("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    await elsewhere.dispose();
  });
});

test("signing in never leads away from here", async ({ page, context }) => {
  await signInAsDemo(context, "omar");
  for (const hostile of [
    "https://elsewhere.example/",
    "//elsewhere.example/",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "javascript:alert(1)",
  ]) {
    await page.goto(`/auth?${new URLSearchParams({ returnTo: hostile })}`);
    await expect(page, hostile).toHaveURL("/browse");
  }
});

test("who is signed in already is sent on", async ({ page, context }) => {
  await signInAsDemo(context, "omar");
  await page.goto("/auth?mode=signin&returnTo=%2Fcredits");
  await expect(page).toHaveURL("/credits");
});

test("the modes lead to each other and keep where to go afterwards", async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto("/auth?returnTo=%2Fprofile");
  await expect(heading).toHaveText("Welcome to Nexby");
  await expect(page.getByRole("button", { name: "Google sign-in coming soon" })).toBeDisabled();
  await expect(page.getByRole("link", { name: /^Continue with/ })).toHaveAttribute(
    "href",
    "/api/login?returnTo=%2Fprofile",
  );
  await page.getByRole("link", { name: "Create an account with email" }).click();
  await expect(page).toHaveURL("/auth?mode=signup&returnTo=%2Fprofile");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(heading).toHaveText("Sign in to Nexby");
  await expect(heading).toBeFocused();
  await page.getByRole("link", { name: "Other sign-in options" }).click();
  await expect(page).toHaveURL("/auth?returnTo=%2Fprofile");
  await expect(
    page.getByText("By continuing, you agree to our Terms of Service and Privacy Policy. No spam, ever."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Back to Homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("no provider, no button for it", async ({ page }) => {
  await page.route("**/api/auth/options", (route) => route.fulfill({ json: { identityProvider: null } }));
  await page.goto("/auth");
  await expect(page.getByRole("link", { name: "Create an account with email" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Continue with/ })).toHaveCount(0);
});

test("says what it means that signing in with the provider did not work", async ({ page }) => {
  for (const [code, text] of [
    ["email_taken", "There is already an account with this email address."],
    ["email_missing", "did not share a verified email address"],
    ["access_denied", "Signing in was canceled."],
    ["provider_unavailable", "cannot be reached right now"],
    ["flow_expired", "Signing in took too long"],
    ["account_suspended", "This account is suspended."],
    ["constructor", "Signing in did not work. Please try again."],
  ] as const) {
    await page.goto(`/auth?error=${code}`);
    await expect(page.getByRole("alert")).toContainText(text);
  }
});

test("a forgotten password is replaced by the link in a mail", async ({ page, context, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);

  await page.goto("/auth?mode=signin");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If there is an account with this address, we sent a link.")).toBeVisible();

  const link = new URL(await linkSentTo(context.request, email));
  await page.goto(link.pathname + link.search + link.hash);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  await expect(page, "the token is not left in the address").toHaveURL("/auth?mode=reset");
  await page.getByLabel("New password", { exact: true }).fill("row-up-the-river");
  await page.getByLabel("Confirm new password", { exact: true }).fill("row-up-the-river");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(accountButton(page)).toBeVisible();

  expect(await readCurrentUser(elsewhere), "the other device is signed out").toBeNull();
  await signInAs(elsewhere, email, "row-up-the-river");
  await elsewhere.dispose();
});

test.describe("a link for a new password", () => {
  test.use({ expectedProblems: /status of 400/ });

  test("that is too old says so and leads to another", async ({ page }) => {
    await page.goto("/auth?mode=reset#token=used-up");
    await page.getByLabel("New password", { exact: true }).fill("row-up-the-river");
    await page.getByLabel("Confirm new password", { exact: true }).fill("row-up-the-river");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("alert")).toContainText("This link no longer works, please ask for a new one");
    await page.getByRole("link", { name: "Ask for another link" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgot your password?");
  });

  test("without its token says so", async ({ page }) => {
    await page.goto("/auth?mode=reset");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is not complete");
  });
});
