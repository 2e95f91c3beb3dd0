import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, signInAsDemo } from "./support/accounts.ts";
import { SIGNED_IN_ROUTES } from "./support/route-table.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const ADMIN_ROUTES: readonly [path: string, heading: string][] = [
  ["/admin", "Admin Dashboard"],
  ["/admin/disputes", "Dispute administration"],
  ["/admin/rental-agreement-templates", "Rental agreement templates"],
  ["/admin/fraud-detection", "Fraud detection"],
];

test.describe("a page of a signed-in person", () => {
  test.use({ expectedProblems: /status of 404/ });

  for (const pattern of SIGNED_IN_ROUTES) {
    test(`[ROUTE-03] ${pattern} sends a visitor to sign in, and back after it`, async ({ page, browser }) => {
      const elsewhere = await browser.newContext();
      const { email } = await createAccount(elsewhere.request);
      await elsewhere.close();
      const path = pattern.replace(/:\w+/, crypto.randomUUID());
      await page.goto(`${path}?tab=past`);
      const wanted = encodeURIComponent(`${path}?tab=past`);
      await expect(page).toHaveURL(`/auth?returnTo=${wanted}`);
      await page.goto(`/auth?mode=signin&returnTo=${wanted}`);
      await page.getByRole("textbox", { name: "Email" }).fill(email);
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In", exact: true }).click();
      await expect(page).toHaveURL(`${path}?tab=past`);
      await expect(heading(page)).toBeVisible();
    });
  }
});

for (const [path, title] of ADMIN_ROUTES) {
  test(`[ROUTE-04] ${path} is for administrators`, async ({ page, context }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/admin/")) asked.push(request.url());
    });
    await page.goto(path);
    await expect(page).toHaveURL(`/auth?returnTo=${encodeURIComponent(path)}`);
    await signInAsDemo(context, "omar");
    await page.goto(path);
    await expect(heading(page)).toHaveText("Not allowed");
    expect(asked, "nothing is asked for that would be refused").toEqual([]);

    await signInAsDemo(context, "ada");
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    await expect(page.getByText("Administrator Ada Monroe")).toBeVisible();
  });
}

const PLACEHOLDERS = [
  ["/admin/disputes", "admin-disputes", "dashboard"],
  ["/create-listing", "create-listing", "form"],
  ["/browse", "browse", "grid"],
  ["/messages", "messages", "spinner"],
] as const;

for (const [path, name, placeholder] of PLACEHOLDERS) {
  test(`[ROUTE-09] while the code of ${path} loads there is a ${placeholder}`, async ({ page, context }) => {
    await signInAsDemo(context, "ada");
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(new RegExp(`/assets/${name}-route-`), async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/credits");
    await expect(heading(page)).toHaveText("Credits");
    await page.evaluate((to) => history.pushState(null, "", to), path);
    const shown = page.locator("[data-placeholder]");
    await expect(shown).toHaveAttribute("data-placeholder", placeholder);
    await expect(shown).toHaveText("Loading...");
    arrive();
    await expect(shown).toHaveCount(0);
    await expect(heading(page)).toBeVisible();
  });
}
