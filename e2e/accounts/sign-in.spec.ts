import { accountButton, createAccount, readCurrentUser, signInAs } from "../support/accounts.ts";
import { linkSentTo } from "../support/mailbox.ts";
import { expect, test } from "../support/test.ts";

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
