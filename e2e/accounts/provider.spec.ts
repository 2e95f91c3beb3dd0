import type { Page } from "@playwright/test";
import { DEMO_PASSWORD } from "../../apps/server/src/demo/people.ts";
import { accountButton, readCurrentUser, uniqueEmail } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedProblems: /status of (401|409)/ });

/** Through the demo's own provider, as somebody it does not know yet. */
async function continueAs(page: Page, email: string): Promise<void> {
  await page.goto("/auth?returnTo=%2Fprofile");
  await page.getByRole("link", { name: /^Continue with/ }).click();
  await page.getByLabel("First name").fill("Nell");
  await page.getByLabel("Last name").fill("New");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a newcomer accepts the terms on the profile and keeps the only way to sign in", async ({ page, context }) => {
  const email = uniqueEmail();
  await continueAs(page, email);
  await expect(page).toHaveURL("/profile");
  await expect(page.getByText("Terms acceptance", { exact: true })).toBeVisible();
  const form = page.getByRole("form", { name: "Terms and Conditions" });
  await form.getByRole("button", { name: "Accept terms" }).click();
  await expect(form.getByRole("checkbox")).toHaveAccessibleDescription("You must accept the terms and conditions");
  await form.getByRole("checkbox").check();
  await form.getByRole("button", { name: "Accept terms" }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByText("Ready to rent")).toBeVisible();
  expect(await readCurrentUser(context.request)).toMatchObject({ email, termsAcceptedAt: expect.any(String) });

  await page.getByRole("tab", { name: "Security" }).click();
  await expect(page.getByText("You have no password yet.")).toBeVisible();
  await page.getByRole("button", { name: "Disconnect" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Disconnect" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Set a password first, or you could not sign in any more");
});

test("an identity is connected with an account by its password, and disconnected", async ({ page, viewport }) => {
  // Both kinds of screen share the demo town: each has a person of its own.
  const email = viewport && viewport.width < 768 ? "priya@nexby.example" : "sam@nexby.example";
  await page.goto("/auth?returnTo=%2Fprofile");
  await page.getByRole("link", { name: /^Continue with/ }).click();
  await page.getByRole("button", { name: email }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Connect .+\?$/);
  await expect(page, "the code is not left in the address").toHaveURL("/auth?mode=link");
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("not-the-password");
  await page.getByRole("button", { name: "Connect and sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Sign In Failed");
  await page.getByLabel("Password", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Connect and sign in" }).click();
  await expect(page).toHaveURL("/profile");
  await expect(accountButton(page)).toBeVisible();

  await page.getByRole("tab", { name: "Security" }).click();
  const connected = page.getByRole("region", { name: "Connected accounts" });
  await expect(connected.getByText(email)).toBeVisible();
  await connected.getByRole("button", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(connected).toContainText("None. You sign in with your email and password.");
});
