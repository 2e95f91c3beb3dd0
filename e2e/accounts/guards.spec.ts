import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, signInAsDemo } from "../support/accounts.ts";
import { withPatience } from "../support/patience.ts";
import { expect, test } from "../support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const ADMIN_ROUTES: readonly [path: string, heading: string][] = [
  ["/admin", "Admin Dashboard"],
  ["/admin/disputes", "Dispute administration"],
  ["/admin/rental-agreement-templates", "Rental agreement templates"],
  ["/admin/fraud-detection", "Fraud detection"],
  ["/admin/reviews", "Reported reviews"],
];

test("[ROUTE-03] a guarded page sends a visitor to sign in and returns afterwards", async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const { email } = await createAccount(elsewhere.request);
  await elsewhere.close();
  await page.goto("/my-bookings?tab=past");
  await expect(page).toHaveURL(`/auth?returnTo=${encodeURIComponent("/my-bookings?tab=past")}`);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL("/my-bookings?tab=past");
  await expect(heading(page)).toBeVisible();
});

test("[ROUTE-04] admin pages are for admins only", async ({ page, context }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL("/auth?returnTo=%2Fadmin");
  await signInAsDemo(context, "omar");
  await page.goto("/admin/fraud-detection");
  await expect(heading(page)).toHaveText("Not allowed");
  await signInAsDemo(context, "ada");
  for (const [path, title] of ADMIN_ROUTES) {
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await expect(page.getByText("Admin: Ada Monroe")).toBeVisible();
  }
});

test("[ROUTE-09] a placeholder of the right kind shows while a page's code loads", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await withPatience(page);
  await page.goto("/credits");
  const scripts = "**/assets/*.js";
  for (const [path, placeholder] of [
    ["/admin/disputes", "dashboard"],
    ["/create-listing", "form"],
    ["/browse", "grid"],
    ["/messages", "spinner"],
  ] as const) {
    let arrive = () => {};
    const released = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(scripts, async (route) => {
      await released;
      await route.continue();
    });
    await page.evaluate((to) => history.pushState(null, "", to), path);
    const shown = page.locator("[data-placeholder]");
    await expect(shown).toHaveAttribute("data-placeholder", placeholder);
    await expect(shown).toHaveText("Loading...");
    arrive();
    await expect(shown).toHaveCount(0);
    await expect(heading(page)).toBeVisible();
    await page.unroute(scripts);
  }
});
