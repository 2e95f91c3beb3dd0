import type { Page } from "@playwright/test";
import { PASSWORD } from "../support/accounts.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createLister } from "../support/listers.ts";
import { expectMessageTo } from "../support/mailbox.ts";
import { openInApp } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

const TAB = "/profile?tab=payments";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const cards = (page: Page) => page.getByRole("list", { name: "Cards" }).getByRole("listitem");
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank"]');

/** Chooses a test card, which fills in every field, and saves it. */
async function choose(page: Page, behavior: string): Promise<void> {
  await page.getByText("Test cards", { exact: true }).click();
  await button(page, new RegExp(` ${behavior}$`)).click();
  await button(page, "Save card").click();
}

/** Completes the provider's page with the given outcome. */
async function finishAs(page: Page, outcome: string): Promise<void> {
  await page.getByRole("radio", { name: outcome }).check();
  await button(page, "Continue").click();
  await expect(page).toHaveURL("/payment-setup-complete");
}

test.describe("cards", () => {
  test.use({ expectedProblems: /status of 402|js\.stripe\.com|Content Security Policy/ });

  test("[PAY-01] a user saves cards through a decline and a bank challenge, and no card number reaches our server", async ({
    browser,
    page,
    context,
  }) => {
    await createLister(browser, context);
    const apiRequests: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) apiRequests.push(`${request.url()} ${request.postData() ?? ""}`);
    });
    const number = page.getByRole("textbox", { name: "Card number" });
    await test.step("a card is saved", async () => {
      await page.goto(TAB);
      await button(page, "Add a card").click();
      await button(page, "Save card").click();
      await expect(number).toBeFocused();
      await expect(number).toHaveAccessibleDescription("Card number is required");
      await number.pressSequentially("4242424242424242");
      await expect(number).toHaveValue("4242 4242 4242 4242");
      await expect(page.getByText("Visa", { exact: true })).toBeVisible();
      await page.getByRole("textbox", { name: "Expiration" }).pressSequentially("440");
      await expect(page.getByRole("textbox", { name: "Expiration" })).toHaveValue("04 / 40");
      await page.getByRole("textbox", { name: "Security code" }).fill("123");
      await page.getByRole("textbox", { name: "Billing ZIP" }).fill("07040");
      await expectAccessible(page, { isDarkToo: false });
      await button(page, "Save card").click();
      await expect(page.getByText("Card saved")).toBeVisible();
      await expect(cards(page)).toHaveText([/Visa ending in 4242.*04\/2040/]);
    });

    const trouble = page.getByRole("alert");
    await test.step("a declined card says why", async () => {
      await button(page, "Add a card").click();
      await choose(page, "Insufficient funds");
      await expect(trouble).toContainText("Your card has insufficient funds.");
      await expect(trouble).toBeFocused();
    });

    await test.step("a bank challenge can fail, be closed and succeed", async () => {
      await choose(page, "Asks for bank confirmation every time");
      await expect(bank(page).getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
      for (const colors of ["light", "dark"] as const) await expectAccessibleOverlay(page, colors);
      await bank(page).getByRole("button", { name: "Fail authentication" }).click();
      await expect(trouble).toContainText("We are unable to authenticate your payment method.");
      await button(page, "Save card").click();
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await expect(trouble).toContainText("You didn’t confirm with your bank");
      await button(page, "Save card").click();
      await bank(page).getByRole("button", { name: "Complete authentication" }).click();
      await expect(cards(page)).toHaveText([/Visa ending in 3184/, /Visa ending in 4242/]);
    });

    await test.step("a card is removed, and no number has reached our server", async () => {
      await button(page, "Remove Visa ending in 4242").click();
      await expectAccessibleOverlay(page, "light");
      await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
      await expect(page.getByText("Card removed")).toBeVisible();
      await expect(cards(page)).toHaveCount(1);
      expect(apiRequests.filter((request) => /4[ -]?2[ -]?4[ -]?2[ -]?4|400000/.test(request))).toEqual([]);
    });

    await test.step("a card form that can't load says so", async () => {
      const config = { kind: "stripe", publishableKey: "pk_test_nobody", sandboxUrl: null };
      await page.route("**/api/payments/config", (route) => route.fulfill({ json: config }));
      await page.reload();
      await button(page, "Add a card").click();
      await expect(trouble).toContainText("The card form didn’t load");
      await button(page, "Try Again").click();
      await expect(trouble).toContainText("The card form didn’t load");
      await expect(number).toHaveCount(0);
    });
  });
});

test("[PAY-04] an owner replaces a rejected payout account, completes it step by step and changes the bank account", async ({
  browser,
  page,
  context,
}) => {
  const { email } = await createLister(browser, context);
  await page.goto(TAB);
  await expect(page.getByText("Not set up")).toBeVisible();
  await button(page, "Set up payouts").click();
  await finishAs(page, "Rejected");
  await expect(page.getByText("Rejected", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Payout settings" }).click();
  await button(page, "Set up another account").click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expectAccessibleOverlay(page, "light");
  await question.getByRole("button", { name: "Continue" }).click();

  await finishAs(page, "More information needed: a document is missing");
  await expect(page.getByText("More information needed")).toBeVisible();
  await expectMessageTo(context.request, email, "Your payout account needs more information");
  await expectAccessible(page);
  await expectToFit(page, [320, 1440]);
  await button(page, "Continue").click();
  await finishAs(page, "Approved: everything is complete");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();

  await openInApp(page, TAB);
  await button(page, "Change bank account").click();
  const dialog = page.getByRole("alertdialog", { name: "Change your bank account?" });
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expectAccessibleOverlay(page, "dark");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Payout account" })).toBeVisible();
  await expect(page).toHaveURL(/\/sandbox\/express\/acct_/);
  await expectMessageTo(context.request, email, "Your payout settings were opened");
});
