import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, readCurrentUser, signInAs, signInAsDemo } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

const WAITING = "Your account is waiting for approval.";

async function find(page: Page, email: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Name or email" }).fill(email);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(
    page.getByRole("list", { name: "Accounts" }).getByRole("listitem").filter({ hasText: email }),
  ).toHaveCount(1);
}

test("an administrator approves who waits; their page knows when it is next opened", async ({
  browser,
  page,
  context,
}) => {
  const theirs = await browser.newContext();
  const { email } = await createAccount(theirs.request, "Wanda Waits");
  const theirPage = await theirs.newPage();
  await theirPage.goto("/");
  await expect(theirPage.getByText(WAITING)).toBeVisible();

  await signInAsDemo(context, "ada");
  await page.goto("/");
  await page.getByRole("banner").getByRole("button", { name: "Your account" }).click();
  await page.getByRole("link", { name: "Admin Dashboard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Admin Dashboard" })).toBeFocused();
  await expect(page.getByRole("tab", { name: "Pending" })).toHaveAttribute("aria-selected", "true");
  await find(page, email);
  await page.getByRole("button", { name: "Approve Wanda Waits" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Approve Wanda Waits?" });
  await expect(dialog.getByRole("textbox", { name: "Reason (optional)" })).toBeFocused();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Wanda Waits is approved")).toBeVisible();
  await expect(page.getByRole("tabpanel").locator(":focus"), "the button is gone, the focus is not").toHaveCount(1);
  await expect(page.getByRole("button", { name: "Approve Wanda Waits" })).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Accounts" }).getByText("Approved", { exact: true })).toBeVisible();

  await theirPage.reload();
  await expect(theirPage.getByRole("banner").getByRole("button", { name: "Your account" })).toBeVisible();
  await expect(theirPage.getByText(WAITING)).toHaveCount(0);
  expect(await readCurrentUser(theirs.request)).toMatchObject({ isApproved: true });
  await theirs.close();
});

test.describe("an account", () => {
  test.use({ expectedProblems: /status of (401|403)/ });

  test("is suspended and reinstated with a reason", async ({ browser, page, context }) => {
    const theirs = await browser.newContext();
    const { email } = await createAccount(theirs.request, "Sid Suspect");
    await signInAsDemo(context, "ada");
    await page.goto("/admin?status=all");
    await find(page, email);

    await page.getByRole("button", { name: "Suspend Sid Suspect" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    const reason = dialog.getByRole("textbox", { name: "Reason" });
    await expect(reason).toHaveAccessibleDescription(/^Please give a reason/);
    await expect(reason).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Suspend Sid Suspect" })).toBeFocused();
    await page.keyboard.press("Enter");
    await reason.fill("Sells what should be rented");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await expect(page.getByText("Sid Suspect is suspended")).toBeVisible();
    expect(await readCurrentUser(theirs.request)).toBeNull();

    await page.getByRole("tab", { name: "Suspended" }).click();
    await page.getByRole("button", { name: "Reinstate Sid Suspect" }).click();
    await dialog.getByRole("textbox", { name: "Reason" }).fill("It was a misunderstanding");
    await dialog.getByRole("button", { name: "Reinstate" }).click();
    await expect(page.getByText("Sid Suspect is reinstated")).toBeVisible();
    await expect(page.getByText(`Nobody is found by “${email}”.`)).toBeVisible();
    await signInAs(theirs.request, email, PASSWORD);
    await theirs.close();
  });
});

test("only what may be done is offered", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await page.goto("/admin?status=all&search=ada%40nexby.example");
  const self = page.getByRole("listitem").filter({ hasText: "ada@nexby.example" });
  await expect(self).toContainText("Administrator");
  await expect(self.getByRole("button")).toHaveCount(0);
});

test("people come page by page", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await page.route(
    (url) => url.pathname === "/api/admin/users",
    (route) => {
      const url = new URL(route.request().url());
      url.searchParams.set("limit", "3");
      return route.continue({ url: url.href });
    },
  );
  await page.goto("/admin?status=approved&search=nexby.example");
  const people = page.getByRole("list", { name: "Accounts" }).locator("> li");
  await expect(people).toHaveCount(3);
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(people).toHaveCount(6);
  await expect(people.nth(3).getByRole("button").first()).toBeFocused();
});

test("nobody else gets in", async ({ page, context }) => {
  await page.goto("/admin");
  await expect(page).toHaveURL("/auth?returnTo=%2Fadmin");
  await signInAsDemo(context, "omar");
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not allowed");
  await page.getByRole("banner").getByRole("button", { name: "Your account" }).click();
  await expect(page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Profile" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin Dashboard" })).toHaveCount(0);
});
