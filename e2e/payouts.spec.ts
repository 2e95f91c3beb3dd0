import type { Page } from "@playwright/test";
import { PASSWORD } from "./support/accounts.ts";
import { answerInTurn, refusal } from "./support/counted-answers.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expectToFit } from "./support/expect-to-fit.ts";
import { createLister } from "./support/listers.ts";
import { expectMessageTo } from "./support/mailbox.ts";
import { expect, test } from "./support/test.ts";

const TAB = "/profile?tab=payments";
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const cards = (page: Page) => page.getByRole("list", { name: "Cards" }).getByRole("listitem");
const bank = (page: Page) => page.frameLocator('iframe[title="Your bank"]');

/** From the list of test cards, which fills in everything else. */
async function choose(page: Page, what: string): Promise<void> {
  await page.getByText("Test cards", { exact: true }).click();
  await button(page, new RegExp(` ${what}$`)).click();
  await button(page, "Save card").click();
}

/** At the provider's page. */
async function finishAs(page: Page, outcome: string): Promise<void> {
  await page.getByRole("radio", { name: outcome }).check();
  await button(page, "Continue").click();
  await expect(page).toHaveURL("/payment-setup-complete");
}

test.describe("cards", () => {
  test.use({ expectedProblems: /status of 402/ });

  test("[PAY-01] a card is declined, another is saved and removed, and no number comes to us", async ({
    browser,
    page,
    context,
  }) => {
    await createLister(browser, context);
    const toUs: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith("/api/")) toUs.push(`${request.url()} ${request.postData() ?? ""}`);
    });
    await page.goto(TAB);
    await button(page, "Add a card").click();
    await button(page, "Save card").click();
    const number = page.getByRole("textbox", { name: "Card number" });
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription("Card number is required");
    await number.pressSequentially("4242424242424242");
    await expect(number).toHaveValue("4242 4242 4242 4242");
    await expect(page.getByText("Visa", { exact: true })).toBeVisible();
    await page.getByRole("textbox", { name: "Expiration" }).pressSequentially("440");
    await expect(page.getByRole("textbox", { name: "Expiration" })).toHaveValue("04 / 40");
    await page.getByRole("textbox", { name: "Security code" }).fill("123");
    await page.getByRole("textbox", { name: "Billing ZIP" }).fill("07040");
    await expectAccessible(page);
    await button(page, "Save card").click();
    await expect(page.getByText("Card saved")).toBeVisible();
    await expect(cards(page)).toHaveText([/Visa ending in 4242.*04\/2040/]);

    await button(page, "Add a card").click();
    await choose(page, "Insufficient funds");
    const trouble = page.getByRole("alert");
    await expect(trouble).toContainText("Your card has insufficient funds.");
    await expect(trouble).toBeFocused();

    await button(page, "Remove Visa ending in 4242").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("Card removed")).toBeVisible();
    await expect(cards(page)).toHaveCount(0);
    await expectToFit(page);
    expect(toUs.filter((request) => /4[ -]?2[ -]?4[ -]?2[ -]?4|400000/.test(request))).toEqual([]);
  });
});

test("a card can be saved once its fields are there", async ({ browser, page, context }) => {
  await createLister(browser, context);
  await answerInTurn(page, "/api/payments/config", "silence", "real");
  await page.goto(TAB);
  await button(page, "Add a card").click();
  await expect(button(page, "Save card")).toBeDisabled();
  await page.reload();
  await button(page, "Add a card").click();
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();
  await expect(button(page, "Save card")).toBeEnabled();
});

test("[PAY-01] the bank's question is refused, left alone and answered", async ({ browser, page, context }) => {
  await createLister(browser, context);
  await page.goto(TAB);
  await button(page, "Add a card").click();
  const trouble = page.getByRole("alert");
  await choose(page, "Your bank asks you to confirm always");
  await expect(bank(page).getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
  await expectAccessible(page);
  await bank(page).getByRole("button", { name: "Fail authentication" }).click();
  await expect(trouble).toContainText("We are unable to authenticate your payment method.");

  await button(page, "Save card").click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(trouble).toContainText("Your bank was not answered");

  await button(page, "Save card").click();
  await bank(page).getByRole("button", { name: "Complete authentication" }).click();
  await expect(cards(page)).toHaveText([/Visa ending in 3184/]);
});

test.describe("Stripe's own field", () => {
  test.use({ expectedProblems: /js\.stripe\.com|Content Security Policy/ });

  test("is said not to load where it does not, and is tried again", async ({ browser, page, context }) => {
    await createLister(browser, context);
    const config = { kind: "stripe", publishableKey: "pk_test_nobody", sandboxUrl: null };
    await page.route("**/api/payments/config", (route) => route.fulfill({ json: config }));
    await page.goto(TAB);
    await button(page, "Add a card").click();
    await expect(page.getByRole("alert")).toContainText("The card form did not load");
    await expectAccessible(page);
    await button(page, "Try Again").click();
    await expect(page.getByRole("alert")).toContainText("The card form did not load");
    await expect(page.getByRole("textbox", { name: "Card number" })).toHaveCount(0);
  });
});

test.describe("while the provider does not answer", () => {
  test.use({ expectedProblems: /status of 503/ });

  test("[PAY-04] an owner's account misses something and is checked, and its state survives", async ({
    browser,
    page,
    context,
  }) => {
    const { email } = await createLister(browser, context);
    await page.goto("/payment-setup-complete");
    await expect(page.getByText("Not set up")).toBeVisible();
    await button(page, "Set up payouts").click();
    await finishAs(page, "Information is missing (a document must be sent)");
    await expect(page.getByText("More information needed")).toBeVisible();
    await expectMessageTo(context.request, email, "Your payout account needs more information");
    await page.reload();
    await expect(page.getByText("More information needed")).toBeVisible();
    await expectAccessible(page);
    await expectToFit(page);
    await button(page, "Continue").click();
    await finishAs(page, "The check takes a while");
    await expect(page.getByText("Pending", { exact: true })).toBeVisible();

    await answerInTurn(page, "/api/payouts/account/refresh", refusal(503));
    await page.reload();
    await expect(page.getByText("Our payment provider does not answer just now.")).toBeVisible();
    await expect(page.getByText("Pending", { exact: true })).toBeVisible();
  });
});

test("[PAY-04] a ready account is changed with the password, and the owner is told", async ({
  browser,
  page,
  context,
}) => {
  const { email } = await createLister(browser, context);
  await page.goto(TAB);
  await button(page, "Set up payouts").click();
  await finishAs(page, "Everything is complete");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
  await page.goto(TAB);
  await button(page, "Change bank account").click();
  const dialog = page.getByRole("alertdialog", { name: "Change your bank account?" });
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Payout account" })).toBeVisible();
  await expect(page).toHaveURL(/\/sandbox\/express\/acct_/);
  await expectMessageTo(context.request, email, "Your payout settings were opened");
});

test("[PAY-04] what the provider decided and we have not heard is asked for when the owner looks", async ({
  browser,
  page,
  context,
}) => {
  await createLister(browser, context);
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/api/payouts/account/refresh") asked.push(request.method());
  });
  await page.goto(TAB);
  await expect(page.getByText("Not set up")).toBeVisible();
  expect(asked, "there is nothing to ask about yet").toEqual([]);
  await button(page, "Set up payouts").click();
  await finishAs(page, "Everything is complete");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();

  // As if nobody had told the server that the check is over.
  const old = { state: "pending", bankLast4: null, canBeChanged: true, checkedAt: null };
  await page.route("**/api/payouts/account", (route) => route.fulfill({ json: old }));
  await page.goto(TAB);
  await expect(button(page, "Change bank account")).toBeVisible();
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
});

test("[PAY-04] a rejected account is replaced by another", async ({ browser, page, context }) => {
  await createLister(browser, context);
  await page.goto(TAB);
  await button(page, "Set up payouts").click();
  await finishAs(page, "The account is rejected");
  await expect(page.getByText("Rejected", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Payout settings" }).click();
  await button(page, "Set up another account").click();
  await page.getByRole("alertdialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("alertdialog").getByRole("button", { name: "Continue" }).click();
  await finishAs(page, "Everything is complete");
  await expect(page.getByText("Ready", { exact: true })).toBeVisible();
});
