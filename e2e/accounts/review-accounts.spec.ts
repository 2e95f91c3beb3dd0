import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, readCurrentUser, signInAs, signInAsDemo } from "../support/accounts.ts";
import { expect, test } from "../support/test.ts";

const WAITING = "Your account is waiting for approval.";

test.use({ expectedProblems: /status of (401|403)/ });

async function find(page: Page, email: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Name or email" }).fill(email);
  await page.getByRole("button", { name: "Search" }).click();
  const accounts = page.getByRole("list", { name: "Accounts" }).getByRole("listitem");
  await expect(accounts.filter({ hasText: email })).toHaveCount(1);
}

test("an admin approves, suspends and reinstates an account, and it takes effect at once", async ({
  browser,
  page,
  context,
}) => {
  const theirs = await browser.newContext();
  const { email } = await createAccount(theirs.request, "Wanda Waits");
  const theirPage = await theirs.newPage();
  await theirPage.goto("/credits");
  await expect(theirPage.getByText(WAITING)).toBeVisible();

  await signInAsDemo(context, "ada");
  await page.goto("/admin");
  await expect(page.getByRole("tab", { name: "Pending" })).toHaveAttribute("aria-selected", "true");
  await find(page, email);
  await page.getByRole("button", { name: "Approve Wanda Waits" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Approve Wanda Waits?" });
  await expect(dialog.getByRole("textbox", { name: "Reason (optional)" })).toBeFocused();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Wanda Waits is approved")).toBeVisible();
  await expect(page.getByRole("tabpanel").locator(":focus"), "the focus stays in the list").toHaveCount(1);
  await expect(page.getByRole("list", { name: "Accounts" }).getByText("Approved", { exact: true })).toBeVisible();
  await theirPage.reload();
  await expect(theirPage.getByRole("banner").getByRole("button", { name: "Your account" })).toBeVisible();
  await expect(theirPage.getByText(WAITING)).toHaveCount(0);
  expect(await readCurrentUser(theirs.request)).toMatchObject({ isApproved: true });

  await page.getByRole("button", { name: "Suspend Wanda Waits" }).click();
  const reason = page.getByRole("alertdialog").getByRole("textbox", { name: "Reason" });
  await reason.fill("Sells what should be rented");
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Wanda Waits is suspended")).toBeVisible();
  expect(await readCurrentUser(theirs.request)).toBeNull();

  await page.getByRole("tab", { name: "Suspended" }).click();
  await page.getByRole("button", { name: "Reinstate Wanda Waits" }).click();
  await reason.fill("It was a misunderstanding");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reinstate" }).click();
  await expect(page.getByText("Wanda Waits is reinstated")).toBeVisible();
  await signInAs(theirs.request, email, PASSWORD);
  await theirs.close();
});
