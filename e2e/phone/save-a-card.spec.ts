import { expectToFit } from "../support/expect-to-fit.ts";
import { createLister } from "../support/listers.ts";
import { expect, test } from "../support/test.ts";

test("[PAY-01] a card is saved with a thumb, and the bank's question fits the smallest screen", async ({
  browser,
  page,
  context,
}) => {
  await createLister(browser, context);
  await page.goto("/profile?tab=payments");
  await page.getByRole("button", { name: "Add a card" }).tap();
  const number = page.getByRole("textbox", { name: "Card number" });
  await expect(number).toHaveAttribute("inputmode", "numeric");
  await expect(number).toHaveAttribute("autocomplete", "cc-number");
  await page.getByText("Test cards", { exact: true }).tap();
  await expectToFit(page);
  await page.setViewportSize({ width: 320, height: 568 });
  await page.getByRole("button", { name: /Your bank asks you to confirm once$/ }).tap();
  await page.getByRole("button", { name: "Save card" }).tap();
  const complete = page
    .frameLocator('iframe[title="Your bank"]')
    .getByRole("button", { name: "Complete authentication" });
  await complete.tap();
  await expect(page.getByRole("list", { name: "Cards" }).getByRole("listitem")).toHaveText([/Visa ending in 3155/]);
});
