import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../apps/server/src/demo/people.ts";
import { readCurrentUser, uniqueEmail } from "../support/accounts.ts";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

// A request in flight when the session ends is rejected, which the browser logs as an error.
test.use({ expectedProblems: /status of (400|401|409)/ });

/** Requested outside the page: for a visitor, the page's own request would log a 401. */
const currentEmail = async (page: Page): Promise<string | null> => {
  const response = await page.request.get(new URL("/api/auth/user", page.url()).href);
  return response.ok() ? ((await response.json()) as { email: string }).email : null;
};

test("[ROUTE-08] a visitor signs up through the provider, accepts the terms, keeps the only way to sign in, and signs out", async ({
  page,
  context,
}) => {
  await page.goto("/api/login");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/auth\?error=access_denied/);
  expect(await currentEmail(page)).toBeNull();

  const email = uniqueEmail();
  await page.goto("/api/login?returnTo=/profile");
  await expect(page).toHaveURL(/\/oidc\/interaction\//);
  await expect(page.getByRole("button", { name: "Maya Rivera" })).toBeVisible();
  await page.getByLabel("First name").fill("Nell");
  await page.getByLabel("Last name").fill("New");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please enter a valid email address");
  await expect(page.getByLabel("First name")).toHaveValue("Nell");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText("Terms acceptance", { exact: true })).toBeVisible();
  const form = page.getByRole("form", { name: "Terms and Conditions" });
  await form.getByRole("button", { name: "Accept terms" }).click();
  await expect(form.getByRole("checkbox")).toHaveAccessibleDescription("You must accept the terms and conditions");
  await form.getByRole("checkbox").check();
  await form.getByRole("button", { name: "Accept terms" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText("You can rent once your account is approved")).toBeVisible();
  expect(await readCurrentUser(context.request)).toMatchObject({ email, termsAcceptedAt: expect.any(String) });

  await page.getByRole("tab", { name: "Security" }).click();
  await expect(page.getByText("You don’t have a password yet.")).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This is your only way to sign in. Set a password first.");
  await expectAccessibleOverlay(page, "light");

  await page.goto("/api/logout");
  await expect(page).toHaveURL("/");
  expect(await currentEmail(page)).toBeNull();
});

test("an identity is connected to an account with its password, recognized the next time, and disconnected", async ({
  page,
}) => {
  // No other test uses this account, and it ends as it began.
  const [name, email] = ["Lena Kowalski", "lena@nexby.example"];
  await page.goto("/api/login?returnTo=/credits");
  await page.getByRole("button", { name }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Connect .+\?$/);
  await expect(page, "the code is removed from the URL").toHaveURL("/auth?mode=link");
  await expect(page.getByText(email)).toBeVisible();
  expect(await currentEmail(page)).toBeNull();
  const connect = async (password: string) => {
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Connect and sign in" }).click();
  };
  await connect("not-the-password");
  await expect(page.getByRole("alert")).toContainText("Sign In Failed");
  await connect(DEMO_PASSWORD);
  await expect(page).toHaveURL("/credits");
  expect(await currentEmail(page)).toBe(email);

  await page.context().clearCookies();
  await page.goto("/api/login?returnTo=/profile?tab=security");
  await page.getByRole("button", { name }).click();
  await expect(page).toHaveURL("/profile?tab=security");
  expect(await currentEmail(page)).toBe(email);
  const connected = page.getByRole("region", { name: "Connected accounts" });
  await expect(connected.getByText(email)).toBeVisible();
  await connected.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(connected).toContainText("No connected accounts. You sign in with your email and password.");
});
