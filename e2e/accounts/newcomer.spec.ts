import type { Locator, Page } from "@playwright/test";
import { PASSWORD, readCurrentUser, uniqueEmail, uniquePhone } from "../support/accounts.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { cardsOf } from "../support/item-cards.ts";
import { codeSentTo } from "../support/mailbox.ts";
import { chooseDay, findItem, freeRange, openRentalForm, readDays } from "../support/rental-form.ts";
import { expect, test } from "../support/test.ts";

const MOST_CLICKS = 12;

/** Counts the clicks of a mouse or finger in every page of the tab. Keys that activate a button count as typing. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const count = (event: MouseEvent) => {
      if (!event.isTrusted || event.detail === 0) return;
      sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks") ?? 0) + 1));
    };
    // A label's click also clicks its field: that is one.
    window.addEventListener("pointerdown", () => sessionStorage.setItem("pressed", "yes"), true);
    window.addEventListener(
      "click",
      (event) => {
        if (sessionStorage.getItem("pressed") !== "yes") return;
        sessionStorage.removeItem("pressed");
        count(event);
      },
      true,
    );
  });
  return () => page.evaluate(() => Number(sessionStorage.getItem("clicks") ?? 0));
}

const typeInto = async (field: Locator, text: string) => {
  await field.fill(text);
  await field.press("Enter");
};

test.use({ expectedProblems: /status of 401/ });

test("[STATE-05] [HEAD-04] a newcomer to the demo signs up, verifies email and phone, searches and sends a request in at most 12 clicks", async ({
  page,
  context,
}) => {
  const clicks = await countClicks(page);
  const item = await findItem(
    context.request,
    ({ offerPickup, isInstant, foodTruck, pieces, quantityMinPerBooking }) =>
      offerPickup && !isInstant && !foodTruck && pieces.length === 0 && quantityMinPerBooking === 1,
  );
  const { from, to } = freeRange((await readDays(context.request, item.id)).slice(2), 2);
  const main = page.getByRole("main");
  const email = uniqueEmail();
  const started = Date.now();

  await test.step("the newcomer signs up", async () => {
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Sign In" }).click();
    await main.getByRole("link", { name: "Create an account with email" }).click();
    for (const [label, text] of [
      ["First name", "Nora"],
      ["Last name", "Vale"],
      ["Email", email],
      ["Password", PASSWORD],
      ["Confirm password", PASSWORD],
    ] as const) {
      await main.getByLabel(label, { exact: true }).fill(text);
    }
    await main.getByRole("checkbox", { name: /^I agree to the Terms/ }).click();
    await main.getByLabel("Confirm password", { exact: true }).press("Enter");
    await expect(page).toHaveURL("/browse");
  });

  await test.step("two codes get the account approved at once", async () => {
    const status = page.getByRole("complementary", { name: "Account status" });
    await expect(status).toContainText(
      "Verify your email address and a phone number to rent and list items. We’ll approve your account right away.",
    );
    await expectAccessible(page, {});
    await status.getByRole("link", { name: "Verify email and phone" }).click();
    const card = (name: string) => main.getByRole("region", { name });
    const code = (name: string) => card(name).getByRole("textbox", { name: "Verification code" });
    await expect(code("Email address")).toBeVisible();
    await typeInto(code("Email address"), await codeSentTo(context.request, email));
    await expect(card("Email address").getByText("Verified", { exact: true })).toBeVisible();
    await expect(status.getByRole("link")).toHaveText("Verify phone");
    const phone = uniquePhone();
    await typeInto(card("Phone number").getByRole("textbox", { name: "Phone number" }), phone);
    await expect(code("Phone number")).toBeVisible();
    await typeInto(code("Phone number"), await codeSentTo(context.request, phone));
    await expect(main.getByText("Your account is approved")).toBeVisible();
    await expect(status).toHaveCount(0);
    expect(await readCurrentUser(context.request)).toMatchObject({ isApproved: true });
  });

  await test.step("the newcomer finds an item and chooses dates", async () => {
    const search = page.getByRole("banner").getByRole("combobox", { name: "What are you looking for?" });
    await search.click();
    await typeInto(search, item.title);
    await expect(page).toHaveURL(/\/browse\?search=/);
    await cardsOf(page).filter({ hasText: item.title }).first().click();
    await expect(page).toHaveURL(new RegExp(`/listings/${item.id}`));
    const article = await openRentalForm(page);
    await chooseDay(article, from);
    await chooseDay(article, to);
    await page.getByRole("complementary", { name: "Price" }).getByRole("link", { name: "Request to book" }).click();
  });

  await test.step("the newcomer pays and sends the request", async () => {
    for (const [label, text] of [
      ["Card number", "4242424242424242"],
      ["Expiration", "440"],
      ["Security code", "123"],
      ["Billing ZIP", "07040"],
    ] as const) {
      await page.getByRole("textbox", { name: label }).pressSequentially(text);
    }
    await page.getByRole("checkbox", { name: /^I agree to the Terms/ }).click();
    await page.getByRole("checkbox", { name: /^If I return it late/ }).click();
    await page.getByRole("button", { name: /^Request to book · \$/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Your request is with /);
  });

  const count = await clicks();
  test.info().annotations.push({ type: "clicks", description: String(count) });
  process.stdout.write(
    `A newcomer's request took ${count} clicks and ${Math.round((Date.now() - started) / 1000)} s\n`,
  );
  expect(count).toBeGreaterThan(8);
  expect(count).toBeLessThanOrEqual(MOST_CLICKS);
});
