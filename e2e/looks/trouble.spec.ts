import { join } from "node:path";
import type { Page } from "@playwright/test";
import { createAccount, PASSWORD, uniqueEmail } from "../support/accounts.ts";
import { answerInTurn, refusal } from "../support/counted-answers.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

test.use({ expectedProblems: /Failed to load resource|TypeError|ApiError|SyntaxError|Uncaught/ });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Beside the screens of the routes. */
const keepScreen = (page: Page, name: string) => {
  const { project } = test.info();
  return page.screenshot({ path: join(project.outputDir, "screens", project.name, `${name}.png`) });
};

async function expectToLookRight(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  await keepScreen(page, name);
  await expectToFit(page);
}

test("a page that broke", async ({ page }) => {
  await withoutPageData(page);
  await answerInTurn(page, "/api/terms/active", { json: { version: 7 } });
  await page.goto("/terms");
  await expect(heading(page)).toHaveText("Something went wrong");
  await expectToLookRight(page, "something-went-wrong");
});

test("a session that is over", async ({ page, context }) => {
  await createAccount(context.request);
  await answerInTurn(page, "/api/profile", refusal(401));
  await answerInTurn(page, "/api/login", { status: 204 });
  await page.goto("/profile");
  await expect(heading(page)).toHaveText("Session Expired");
  await expectToLookRight(page, "session-expired");
});

test("an application that broke", async ({ page }) => {
  await page.route("**/terms", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/(id="nexby-data">)/, "$1{") });
  });
  await page.goto("/terms");
  await expect(heading(page)).toHaveText("Application Error");
  await expectToLookRight(page, "application-error");
});

test("toasts, good and bad", async ({ page, playwright, baseURL }) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  await elsewhere.dispose();
  const toast = page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
  await page.goto("/auth?mode=signin");
  for (const [address, text, name] of [
    [uniqueEmail(), "Sign In Failed", "toast-destructive"],
    [email, "Welcome back!", "toast"],
  ] as const) {
    await page.getByRole("textbox", { name: "Email" }).fill(address);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In", exact: true }).click();
    await expect(toast).toContainText(text);
    // It stays while it is looked at.
    await toast.hover();
    await expectAccessible(page);
    await keepScreen(page, name);
    await page.mouse.move(2, 2);
  }
});
