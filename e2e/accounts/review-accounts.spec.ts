import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, readCurrentUser, signInAs, signInAsDemo } from "../support/accounts.ts";
import { expectAccessibleOverlay, expectToLookRight } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedProblems: /status of (401|403)/ });

async function find(page: Page, email: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Name or email" }).fill(email);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const accounts = page.getByRole("list", { name: "Accounts" }).getByRole("listitem");
  await expect(accounts.filter({ hasText: email })).toHaveCount(1);
}

test("[ROUTE-04] only an admin opens the dashboard; approving, suspending or reinstating an account takes effect at once", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const theirs = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(theirs, "Wanda Waits");

  await page.goto("/admin");
  await expect(page).toHaveURL("/auth?returnTo=%2Fadmin");
  await signInAsDemo(context, "omar");
  await page.goto("/admin");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not allowed");
  await signInAsDemo(context, "ada");
  await page.goto("/admin?search=demo-nobody");
  await expect(page.getByText("Admin: Ada Monroe")).toBeVisible();
  await expect(page.getByText("No accounts match")).toBeVisible();
  await expect(page.getByRole("tab", { name: "Pending" })).toHaveAttribute("aria-selected", "true");
  await find(page, email);
  await expectToLookRight(page);
  await page.getByRole("button", { name: "Approve Wanda Waits" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Approve Wanda Waits?" });
  await expect(dialog.getByRole("textbox", { name: "Reason (optional)" })).toBeFocused();
  await expectAccessibleOverlay(page, "light");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Wanda Waits is approved")).toBeVisible();
  await expect(page.getByRole("tabpanel").locator(":focus"), "the focus stays in the list").toHaveCount(1);
  await expect(page.getByRole("list", { name: "Accounts" }).getByText("Approved", { exact: true })).toBeVisible();
  expect(await readCurrentUser(theirs)).toMatchObject({ isApproved: true });

  await page.getByRole("button", { name: "Suspend Wanda Waits" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByRole("alertdialog").getByText("Please give a reason")).toBeVisible();
  for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(page, colors);
  const reason = page.getByRole("alertdialog").getByRole("textbox", { name: "Reason" });
  await reason.fill("Sells what should be rented");
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByText("Wanda Waits is suspended")).toBeVisible();
  expect(await readCurrentUser(theirs)).toBeNull();

  await page.getByRole("tab", { name: "Suspended" }).click();
  await page.getByRole("button", { name: "Reinstate Wanda Waits" }).click();
  await reason.fill("It was a misunderstanding");
  await page.getByRole("alertdialog").getByRole("button", { name: "Reinstate" }).click();
  await expect(page.getByText("Wanda Waits is reinstated")).toBeVisible();
  await signInAs(theirs, email, PASSWORD);
  await theirs.dispose();
});
