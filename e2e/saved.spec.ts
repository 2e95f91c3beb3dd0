import type { Page } from "@playwright/test";
import { createAccount, PASSWORD } from "./support/accounts.ts";
import { readDemoRentals } from "./support/api.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { cardsOf } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";

const heart = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: `Save ${title}` })
    .first();
const toast = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
const openTab = (page: Page, name: string) => page.getByRole("tab", { name }).click();

test("[FAV-01] what a visitor likes is kept after signing in; removing it can be undone", async ({
  page,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  const [item] = await readDemoRentals(elsewhere);
  await elsewhere.dispose();
  if (!item) throw new Error("There is no item");

  await page.goto(`/listings/${item.id}`);
  await expect(heart(page, item.title)).toHaveAttribute("aria-pressed", "false");
  await heart(page, item.title).click();
  await expect(page).toHaveURL(`/auth?${new URLSearchParams({ returnTo: `/listings/${item.id}` })}`);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(`/listings/${item.id}`);
  await expect(heart(page, item.title)).toHaveAttribute("aria-pressed", "true");

  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page).toHaveURL("/saved");
  await expect(cardsOf(page)).toHaveAttribute("href", `/listings/${item.id}`);
  await expectAccessible(page);
  await heart(page, item.title).click();
  await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
  await expect(page.getByText("Removed from your favorites").first()).toBeVisible();
  const isKept = page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(cardsOf(page)).toHaveCount(1);
  await isKept;
  await page.reload();
  await expect(cardsOf(page)).toHaveCount(1);

  await page.route("**/api/favorites", (route) => route.fulfill({ json: [{ ...item, isAvailable: false }] }));
  await page.reload();
  await expect(page.getByText("Not available right now")).toBeVisible();
});

test.describe("where the server refuses", () => {
  test.use({ expectedProblems: /status of 409/ });

  test("a heart goes back to how it was, and says why", async ({ page, context }) => {
    await createAccount(context.request);
    const [item] = await readDemoRentals(context.request);
    const json = { code: "too_many_favorites", message: "You can keep at most 1,000 favorites", requestId: "1" };
    await page.route("**/api/favorites/*", (route) =>
      route.request().method() === "PUT" ? route.fulfill({ status: 409, json }) : route.continue(),
    );
    await page.goto(`/listings/${item?.id}`);
    await heart(page, item?.title ?? "").click();
    await expect(page.getByText("You can keep at most 1,000 favorites").first()).toBeVisible();
    await expect(heart(page, item?.title ?? "")).toHaveAttribute("aria-pressed", "false");
  });
});

test("[FAV-01] what one looked at is on the home page and can be forgotten, one or all", async ({ page, context }) => {
  await createAccount(context.request);
  const [first, second, third] = await readDemoRentals(context.request);
  if (!first || !second || !third) throw new Error("There are too few items");
  await page.goto("/saved?tab=viewed");
  await expect(page.getByRole("heading", { name: "Nothing viewed yet" })).toBeVisible();
  for (const { id } of [first, second]) expect((await context.request.post(`/api/items/${id}/views`)).ok()).toBe(true);
  const seen = page.waitForResponse((response) => response.url().endsWith(`/api/items/${third.id}/views`));
  await page.goto(`/listings/${third.id}`);
  await seen;

  await page.goto("/home");
  const row = page.getByRole("region", { name: "Recently viewed" });
  await expect(row.getByRole("heading", { level: 3 })).toHaveText([third.title, second.title, first.title]);
  await row.getByRole("link", { name: "View all recently viewed" }).click();
  await expect(page).toHaveURL("/saved?tab=viewed");
  await page.getByRole("button", { name: `Remove ${second.title} from your history` }).click();
  const list = page.getByRole("list", { name: "Recently viewed" });
  await expect(list.getByRole("heading")).toHaveText([third.title, first.title]);
  await page.getByRole("button", { name: "Clear history" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(list.getByRole("heading")).toHaveCount(2);
  await page.getByRole("button", { name: "Clear history" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear history" }).click();
  await expect(page.getByRole("heading", { name: "Nothing viewed yet" })).toBeVisible();
});

test("[FAV-01] a search is saved under its own words, renamed, silenced, shown again and deleted", async ({
  page,
  context,
}) => {
  await createAccount(context.request);
  await page.goto("/browse?search=tent&maxPrice=50");
  await page.getByRole("button", { name: "Save search" }).click();
  const dialog = page.getByRole("alertdialog");
  const name = dialog.getByRole("textbox", { name: "Name" });
  await expect(name).toHaveValue("Tent, up to $50 a day");
  await name.fill(" ");
  await dialog.getByRole("button", { name: "Save search" }).click();
  await expect(name).toHaveAccessibleDescription(/^Name is required/);
  await name.fill("Tents");
  await dialog.getByRole("button", { name: "Save search" }).click();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page).toHaveURL("/saved?tab=searches");

  const card = page.getByRole("article", { name: "Tents" });
  await expect(card).toContainText("“tent” · Up to $50 a day");
  const alerts = card.getByRole("switch", { name: "Alerts" });
  await expect(alerts).toBeChecked();
  const kept = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
  await alerts.click();
  await kept;
  await card.getByRole("button", { name: "Rename Tents" }).click();
  await expect(dialog.getByRole("checkbox")).not.toBeChecked();
  await expectAccessible(page);
  await name.fill("Camping");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.reload();
  const renamed = page.getByRole("article", { name: "Camping" });
  await expect(renamed.getByRole("switch", { name: "Alerts" })).not.toBeChecked();
  await renamed.getByRole("link", { name: "Show results of Camping" }).click();
  await expect(page).toHaveURL("/browse?search=tent&maxPrice=50");
  await page.goBack();
  await openTab(page, "Saved searches");
  await renamed.getByRole("button", { name: "Delete Camping" }).click();
  await dialog.getByRole("button", { name: "Delete search" }).click();
  await expect(page.getByRole("heading", { name: "No saved searches yet" })).toBeVisible();
  await expect(toast(page)).toContainText("Saved search deleted");
});
