import { readFileSync } from "node:fs";
import type { QuoteView } from "@nexby/contract/bookings/quotes";
import type { CategoryView } from "@nexby/contract/listings/categories";
import type { ItemView } from "@nexby/contract/listings/items";
import type { Page } from "@playwright/test";
import { type ProviderUnderTest, startProvider } from "../../apps/server/src/adapters/identity/provider-under-test.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../../apps/server/src/demo/people.ts";
import { freePort } from "../../apps/server/src/testing/free-port.ts";
import { useOwnServer } from "../setup/own-server.ts";
import { reserveItem } from "../support/bookings.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

const IN_FIVE_WEEKS = new Date(Date.now() + 35 * 86_400_000).toISOString().slice(0, 16);

// Run in order, with a single server.
test.describe.configure({ mode: "default" });

// A 409 is provoked below. A page left for /api/logout may be requesting live data, which is rejected.
test.use({ expectedProblems: /status of 409|status of 401 .*\/api\/(events|notifications|bookings|conversations)/ });

let provider: ProviderUnderTest;

/**
 * A separate server, because its taxes, settings, categories and clock affect everyone. It is at 127.0.0.1 and its
 * identity provider at localhost, which are two sites to a browser.
 */
const server = useOwnServer(async () => {
  const port = String(await freePort());
  provider = await startProvider(`http://127.0.0.1:${port}/api/login/callback`, {
    clientAuth: "client_secret_post",
    algorithm: "ES256",
    hasClaimsInIdToken: false,
    hasSignOut: false,
  });
  const { issuer, clientId, clientSecret = "", name } = provider.settings;
  return {
    PORT: port,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  };
});

test.afterAll(() => provider?.close());

const at = (path: string) => server().address + path;

async function openAsAda(page: Page, place: string): Promise<void> {
  const { email } = DEMO_PEOPLE.find(({ key }) => key === "ada") ?? { email: "" };
  await page.request.post(at("/api/auth/email-signin"), { data: { email, password: DEMO_PASSWORD } });
  await page.goto(at("/admin"));
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: place }).click();
  await expect(page.getByRole("heading", { level: 1, name: place })).toBeVisible();
}

/** Tax rate in a quote for a demo item. */
async function quotedTax(page: Page): Promise<number | undefined> {
  const items = (await (await page.request.get(at("/api/items"))).json()) as ItemView[];
  const body = { startDate: "2027-03-01", endDate: "2027-03-02" };
  const quote = await page.request.post(at(`/api/items/${items[0]?.id}/quote`), { data: body });
  return ((await quote.json()) as QuoteView).price?.tax.rate;
}

test("[TAX-01] tax rates are added, replaced, corrected and deactivated; quotes and the history follow", async ({
  page,
}) => {
  await openAsAda(page, "Tax rates");
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });
  await expect(row("6.625%")).toContainText(/New Jersey.*Statewide.*Everything.*No end date.*In effect/);
  expect(await quotedTax(page)).toBe(6.625);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add rate" }).click();
  const dialog = page.getByRole("alertdialog");
  const field = (name: string) => dialog.getByRole("textbox", { name });
  await field("Rate (%)").fill("7.12345");
  await dialog.getByRole("button", { name: "Add rate" }).click();
  await expect(field("Rate (%)")).toHaveAccessibleDescription(/at most 4 decimals/);
  await expect(dialog.getByRole("combobox", { name: "State" })).toHaveAccessibleDescription(/2 characters/);
  await expectAccessible(page);
  await dialog.getByRole("combobox", { name: "State" }).selectOption("NJ");
  await field("Rate (%)").fill("7.125");
  await dialog.getByLabel("First day").fill("2027-01-01");
  await dialog.getByRole("button", { name: "Add rate" }).click();
  await expect(dialog.getByRole("alert")).toContainText("6.625% for New Jersey applies from Jan 1, 2018");
  await dialog.getByRole("checkbox", { name: "End the current rate" }).check();
  await dialog.getByRole("button", { name: "Add rate" }).click();
  await expect(page.getByText("7.125% for New Jersey added")).toBeVisible();
  await expect(row("6.625%")).toContainText("Through Dec 31, 2026");
  expect(await quotedTax(page)).toBe(7.125);

  await row("7.125%").getByRole("button", { name: "Edit the rate for New Jersey" }).click();
  await expect(field("Rate (%)")).toHaveValue("7.125");
  await field("Rate (%)").fill("7");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(row("7%")).toBeVisible();
  expect(await quotedTax(page)).toBe(7);
  await row("7%").getByRole("button", { name: "Deactivate" }).click();
  await dialog.getByRole("button", { name: "Deactivate" }).click();
  await expect(page.getByText("7% for New Jersey deactivated")).toBeVisible();
  await expect(row("7%")).toHaveCount(0);
  expect(await quotedTax(page)).toBe(0);

  await page.getByRole("combobox", { name: "Show" }).selectOption("Inactive");
  await row("7%").getByRole("button", { name: "Rate history for New Jersey" }).click();
  const history = page
    .getByRole("dialog", { name: "Rate history for New Jersey" })
    .getByRole("list", { name: "History" });
  await expect(history.locator("> li")).toContainText([
    /Deactivated.*Ada/,
    /Rate: 7\.125% → 7%.*Ada/,
    /Added at 7\.125%.*Ada/,
  ]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Activate 7% for New Jersey" }).click();
  await expect(page.getByText("7% for New Jersey activated")).toBeVisible();
  expect(await quotedTax(page)).toBe(7);
  await page.getByRole("combobox", { name: "State" }).selectOption("Texas");
  await page.getByRole("button", { name: "Show all rates" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("settings are validated, saved and reset, and the history names who changed them", async ({ page }) => {
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
  await calls.getByRole("textbox", { name: "Owner penalty ($)" }).fill("25.50");
  await calls.getByRole("button", { name: "Save" }).click();
  await expect(calls.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(toggle).toBeChecked();
  await expect(insurance).toHaveValue("12.5");
  await expect(prices.getByRole("checkbox", { name: "Delivery" })).toBeChecked();
  const history = page.getByRole("list", { name: "Settings history" });
  await expect(history.locator("> li")).toContainText([
    /Owner penalty: \$0 → \$25\.50.*Ada/,
    /Taxable charges: .*Delivery.*Insurance: 10% → 12\.5%/,
    /Approve verified accounts automatically: no → yes/,
  ]);
  await page.getByRole("button", { name: "Reset Insurance" }).click();
  await expect(insurance).toHaveValue("10");
  await expect(page.getByRole("button", { name: "Reset Insurance" })).toHaveCount(0);
  await expect(history.locator("> li").first()).toContainText("Insurance: 12.5% → 10%");
});

test("an admin adds, prices, orders, renames and deletes a category", async ({ page }) => {
  const shown = async () => (await (await page.request.get(at("/api/categories"))).json()) as CategoryView[];
  const known = (await shown()).map(({ name }) => name);

  await openAsAda(page, "Categories");
  const rows = page.getByRole("table", { name: "Categories and commissions" }).getByRole("row");
  await expect(rows).toHaveCount(known.length + 1);
  await expect(rows.nth(1)).toContainText(known[0] ?? "");
  await expect(page.getByRole("button", { name: `Delete ${known[0]}` }), "listings are in it").toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Add category" }).click();
  const dialog = page.getByRole("alertdialog");
  const name = dialog.getByRole("textbox", { name: "Name" });
  const renterFee = dialog.getByRole("textbox", { name: "Renter fee (%)" });
  await expect(name).toBeFocused();
  await renterFee.fill("lots");
  await dialog.getByRole("button", { name: "Add category" }).click();
  await expect(name).toHaveAccessibleDescription(/^Name is required/);
  await expect(renterFee).toHaveAccessibleDescription(/^Please enter a percentage such as 7.25/);
  await expectAccessible(page);
  await name.fill("electronics");
  await renterFee.fill("2.5");
  await dialog.getByRole("button", { name: "Add category" }).click();
  await expect(name).toHaveAccessibleDescription(/^A category with this name already exists/);
  await name.fill("Boats & boards");
  await dialog.getByRole("textbox", { name: "Emoji" }).fill("⛵");
  await dialog.getByRole("button", { name: "Add category" }).click();
  await expect(page.getByText("Boats & boards added")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add category" })).toBeFocused();
  await expect(rows.last()).toContainText(/⛵Boats & boards.*boats-and-boards.*5%.*2\.5%.*5%.*0/);

  await expect(page.getByRole("button", { name: "Move Boats & boards down" })).toBeDisabled();
  await page.getByRole("button", { name: "Move Boats & boards up" }).click();
  await expect(page.getByText(`Boats & boards moved to position ${known.length}`)).toBeVisible();
  await expect(page.getByRole("button", { name: "Move Boats & boards up" })).toBeFocused();
  await expect(rows.nth(known.length)).toContainText("Boats & boards");
  const order = [...known.slice(0, -1), "Boats & boards", ...known.slice(-1)];
  expect((await shown()).map((category) => category.name)).toEqual(order);

  await page.getByRole("button", { name: "Edit Boats & boards" }).click();
  await expect(renterFee).toHaveValue("2.50");
  await name.fill("Boats");
  await renterFee.fill("3");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Boats saved")).toBeVisible();
  await page.reload();
  await expect(rows.nth(known.length)).toContainText(/Boats.*boats-and-boards.*3%/);

  await page.goto(at("/browse"));
  await expect(page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Boats" })).toBeVisible();
  await page.goto(at("/admin?view=categories"));

  await page.getByRole("button", { name: "Delete Boats" }).click();
  await dialog.getByRole("button", { name: "Delete category" }).click();
  await expect(page.getByText("Boats deleted")).toBeVisible();
  await expect(rows).toHaveCount(known.length + 1);
  expect((await shown()).map((category) => category.name)).toEqual(known);
});

test("[ROUTE-08] a provider at another site signs in, and /api/logout signs out", async ({ page }) => {
  provider.seat("ida", { email: "ida@town.example", email_verified: true, given_name: "Ida", family_name: "Moss" });
  const currentUser = () => page.request.get(at("/api/auth/user"));
  // A request in flight when the session ends is rejected, which browsers log as an error.
  const counts = ["/api/bookings/counts", "/api/conversations/unread"];
  const counted = Promise.all(counts.map((path) => page.waitForResponse(at(path))));
  await page.goto(at("/api/login?returnTo=/credits"));
  await expect(page).toHaveURL(at("/credits"));
  await counted;
  expect(await (await currentUser()).json()).toMatchObject({ email: "ida@town.example", firstName: "Ida" });
  expect(provider.asked).toContain("POST /token");

  await page.goto(at("/api/logout"));
  await expect(page).toHaveURL(at("/"));
  expect((await currentUser()).status()).toBe(401);
});

test("the time machine moves after a confirmation and lists the jobs it ran; countdowns and calendars follow it", async ({
  page,
  playwright,
}) => {
  await openAsAda(page, "Time machine");
  const file = {
    name: "menu.webp",
    mimeType: "image/webp",
    buffer: readFileSync(new URL("../../assets/web/bell.webp", import.meta.url)),
  };
  const uploaded = await page.request.post(at("/api/menus"), { multipart: { file } });
  expect(uploaded.status()).toBe(201);
  await expect(page.getByText("Same as real time")).toBeVisible();

  await page.getByRole("button", { name: "Move to this time" }).click();
  await expect(page.getByLabel("Or choose a date and time")).toHaveAccessibleDescription(
    "Please choose a time in the future",
  );
  await page.getByLabel("Or choose a date and time").fill(IN_FIVE_WEEKS);
  await page.getByRole("button", { name: "Move to this time" }).click();
  const dialog = page.getByRole("alertdialog", { name: /^Move to / });
  await expect(dialog).toContainText("You can’t undo this");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Move the clock" }).click();
  await expect(page.getByText(/^3[45] days.* ahead of real time$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Move to this time" })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Clock", exact: true }),
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

  // Before the API has responded, the page uses the time that it was served with.
  await page.route("**/api/**", () => undefined);
  await page.goto(at("/browse"));
  await page.getByRole("button", { name: "Any dates" }).click();
  const month = new Date(IN_FIVE_WEEKS).toLocaleDateString("en-US", { month: "long", year: "numeric" });
  await expect(page.getByRole("group", { name: "When" }).getByRole("grid", { name: month })).toBeVisible();
});
