import { readFileSync } from "node:fs";
import type { ItemView } from "@nexby/contract/items";
import type { QuoteView } from "@nexby/contract/quotes";
import type { Page } from "@playwright/test";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../../apps/server/src/demo/people.ts";
import { useOwnServer } from "../setup/own-server.ts";
import { reserveItem } from "../support/bookings.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

const IN_FIVE_WEEKS = new Date(Date.now() + 35 * 86_400_000).toISOString().slice(0, 16);

// One after another, with one server.
test.describe.configure({ mode: "default" });

/** A server of its own: its taxes, its settings and its clock are everybody's. */
const server = useOwnServer();

const at = (path: string) => server().address + path;

async function openAsAda(page: Page, place: string): Promise<void> {
  const { email } = DEMO_PEOPLE.find(({ key }) => key === "ada") ?? { email: "" };
  await page.request.post(at("/api/auth/email-signin"), { data: { email, password: DEMO_PASSWORD } });
  await page.goto(at("/admin"));
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: place }).click();
  await expect(page.getByRole("heading", { level: 1, name: place })).toBeVisible();
}

/** The tax on something of the demo town, as anybody is told. */
async function quotedTax(page: Page): Promise<number | undefined> {
  const items = (await (await page.request.get(at("/api/items"))).json()) as ItemView[];
  const body = { startDate: "2027-03-01", endDate: "2027-03-02" };
  const quote = await page.request.post(at(`/api/items/${items[0]?.id}/quote`), { data: body });
  return ((await quote.json()) as QuoteView).price?.tax.rate;
}

test.describe("tax rates", () => {
  test.use({ expectedProblems: /status of 409/ });

  test("[TAX-01] are added, replaced, corrected and taken out of use; quotes and the history follow", async ({
    page,
  }) => {
    await openAsAda(page, "Tax rates");
    const row = (text: string) => page.getByRole("row").filter({ hasText: text });
    await expect(row("6.625%")).toContainText(/New Jersey.*The whole state.*Everything.*Without an end.*In force/);
    expect(await quotedTax(page)).toBe(6.625);
    await expectAccessible(page);

    await page.getByRole("button", { name: "Add rate" }).click();
    const dialog = page.getByRole("alertdialog");
    const field = (name: string) => dialog.getByRole("textbox", { name });
    await field("Rate, %").fill("7.12345");
    await dialog.getByRole("button", { name: "Add rate" }).click();
    await expect(field("Rate, %")).toHaveAccessibleDescription(/at most 4 decimals/);
    await expect(dialog.getByRole("combobox", { name: "State" })).toHaveAccessibleDescription(/2 characters/);
    await expectAccessible(page);
    await dialog.getByRole("combobox", { name: "State" }).selectOption("NJ");
    await field("Rate, %").fill("7.125");
    await dialog.getByLabel("First day").fill("2027-01-01");
    await dialog.getByRole("button", { name: "Add rate" }).click();
    await expect(dialog.getByRole("alert")).toContainText("6.625% for New Jersey counts from Jan 1, 2018");
    await dialog.getByRole("checkbox", { name: "End the rate that counts there before" }).check();
    await dialog.getByRole("button", { name: "Add rate" }).click();
    await expect(page.getByText("7.125% for New Jersey is added")).toBeVisible();
    await expect(row("6.625%")).toContainText("To Dec 31, 2026");
    expect(await quotedTax(page)).toBe(7.125);

    await row("7.125%").getByRole("button", { name: "Edit the rate for New Jersey" }).click();
    await expect(field("Rate, %")).toHaveValue("7.125");
    await field("Rate, %").fill("7");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(row("7%")).toBeVisible();
    expect(await quotedTax(page)).toBe(7);
    await row("7%").getByRole("button", { name: "Deactivate" }).click();
    await dialog.getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("7% for New Jersey is not used any more")).toBeVisible();
    await expect(row("7%")).toHaveCount(0);
    expect(await quotedTax(page)).toBe(0);

    await page.getByRole("combobox", { name: "Show" }).selectOption("Not in use");
    await row("7%").getByRole("button", { name: "History of the rate for New Jersey" }).click();
    const history = page.getByRole("dialog", { name: "History of New Jersey" }).getByRole("list", { name: "History" });
    await expect(history.locator("> li")).toContainText([
      /Taken out of use.*Ada/,
      /Rate: 7\.125% → 7%.*Ada/,
      /Added with 7\.125%.*Ada/,
    ]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Activate 7% for New Jersey" }).click();
    await expect(page.getByText("7% for New Jersey is used again")).toBeVisible();
    expect(await quotedTax(page)).toBe(7);
    await page.getByRole("combobox", { name: "State" }).selectOption("Texas");
    await page.getByRole("button", { name: "Show all rates" }).click();
    await expect(page.getByRole("row")).toHaveCount(3);
  });
});

test("settings are checked, saved, told with who changed them, and reset", async ({ page }) => {
  await openAsAda(page, "Settings");
  const toggle = page.getByRole("switch", { name: "Approve verified accounts automatically" });
  await toggle.check();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const prices = page.getByRole("form", { name: "Prices" });
  const insurance = prices.getByRole("textbox", { name: "Insurance (%)" });
  await expect(insurance).toHaveValue("10");
  await insurance.fill("101");
  await prices.getByRole("button", { name: "Save" }).click();
  await expect(insurance).toHaveAccessibleDescription(/Insurance must be from 0 to 100/);
  await insurance.fill("12.5");
  await prices.getByRole("checkbox", { name: "Delivery" }).check();
  await prices.getByRole("button", { name: "Save" }).click();
  await expect(prices.getByText("Saved", { exact: true })).toBeVisible();
  const calls = page.getByRole("form", { name: "Cancellations" });
  await calls.getByRole("textbox", { name: "Penalty for owners ($)" }).fill("25.50");
  await calls.getByRole("button", { name: "Save" }).click();
  await expect(calls.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(toggle).toBeChecked();
  await expect(insurance).toHaveValue("12.5");
  await expect(prices.getByRole("checkbox", { name: "Delivery" })).toBeChecked();
  const history = page.getByRole("list", { name: "History of the settings" });
  await expect(history.locator("> li")).toContainText([
    /Penalty for owners: \$0 → \$25\.50.*Ada/,
    /Taxed: .*Delivery.*Insurance: 10% → 12\.5%/,
    /Approve verified accounts automatically: no → yes/,
  ]);
  await page.getByRole("button", { name: "Reset Insurance" }).click();
  await expect(insurance).toHaveValue("10");
  await expect(page.getByRole("button", { name: "Reset Insurance" })).toHaveCount(0);
  await expect(history.locator("> li").first()).toContainText("Insurance: 12.5% → 10%");
});

test("the time machine goes forward after a question, stops for what becomes due, tells what happened, and countdowns go by it", async ({
  page,
  playwright,
}) => {
  await openAsAda(page, "Time machine");
  const file = {
    name: "menu.webp",
    mimeType: "image/webp",
    buffer: readFileSync(new URL("../../apps/web/src/assets/bell.webp", import.meta.url)),
  };
  const uploaded = await page.request.post(at("/api/menus"), { multipart: { file } });
  expect(uploaded.status()).toBe(201);
  await expect(page.getByText("The same as real time")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Go there" }).click();
  await expect(page.getByLabel("Or to a time of your choice")).toHaveAccessibleDescription(
    "Please choose a time to come",
  );
  await page.getByLabel("Or to a time of your choice").fill(IN_FIVE_WEEKS);
  await page.getByRole("button", { name: "Go there" }).click();
  const dialog = page.getByRole("alertdialog", { name: /^Move to / });
  await expect(dialog).toContainText("There is no way back");
  await dialog.getByRole("button", { name: "Move the clock" }).click();
  await expect(page.getByText(/^3[45] days.* ahead of real time$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Go there" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "The clock", exact: true }),
    "the button is gone, the focus is not",
  ).toBeFocused();
  const jobs = page.getByRole("table", { name: "Jobs since the clock was moved" });
  await expect(jobs.getByRole("row").filter({ hasText: "Remove unused menu" })).toContainText(
    /Remove unused menu.*1.*0/,
  );
  await expect(page.getByText("All done")).toBeVisible();
  await expectAccessible(page);

  const storageState = await page.context().storageState();
  const ada = await playwright.request.newContext({ baseURL: server().address, storageState });
  const items = (await (await ada.get("/api/items?search=kayak")).json()) as ItemView[];
  await page.goto(at(`/checkout/${await reserveItem(ada, items[0]?.id ?? "")}`));
  await ada.dispose();
  await expect(page.getByRole("region", { name: "Time to pay" })).toContainText(/ · (30:00|29:\d\d) left/);

  // Before the API has answered anything, by what the page came with.
  await page.route("**/api/**", () => undefined);
  await page.goto(at("/browse"));
  await page.getByRole("button", { name: "Any dates" }).click();
  const month = new Date(IN_FIVE_WEEKS).toLocaleDateString("en-US", { month: "long", year: "numeric" });
  await expect(page.getByRole("group", { name: "When" }).getByRole("grid", { name: month })).toBeVisible();
});
