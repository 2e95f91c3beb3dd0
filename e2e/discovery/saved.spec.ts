import type { Page } from "@playwright/test";
import { createAccount, PASSWORD } from "../support/accounts.ts";
import { readDemoRentals } from "../support/api.ts";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { cardsOf } from "../support/item-cards.ts";
import { openInApp } from "../support/shell.ts";
import { expect, test } from "../support/test.ts";

const heart = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("button", { name: `Save ${title}` })
    .first();
const toast = (page: Page) => page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");

test("[FAV-01] a visitor's favorite is saved after signing in, and its removal can be undone; a search is saved, muted, renamed and deleted", async ({
  page,
  playwright,
  baseURL,
}) => {
  const elsewhere = await playwright.request.newContext({ baseURL });
  const { email } = await createAccount(elsewhere);
  const [item] = await readDemoRentals(elsewhere);
  await elsewhere.dispose();
  if (!item) throw new Error("There is no item");

  await test.step("a visitor's favorite is saved after signing in", async () => {
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
  });

  await test.step("the removal of a favorite is undone", async () => {
    await page.getByRole("button", { name: "View", exact: true }).click();
    await expect(page).toHaveURL("/saved");
    await expect(cardsOf(page)).toHaveAttribute("href", `/listings/${item.id}`);
    await heart(page, item.title).click();
    await expect(page.getByRole("heading", { name: "No favorites yet" })).toBeVisible();
    await expect(page.getByText("Removed from your favorites").first()).toBeVisible();
    const isSaved = page.waitForResponse((response) => response.request().method() === "PUT" && response.ok());
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(cardsOf(page)).toHaveCount(1);
    await isSaved;
    expect(await (await page.request.get("/api/favorites/ids")).json()).toEqual([item.id]);
  });

  const dialog = page.getByRole("alertdialog");
  const name = dialog.getByRole("textbox", { name: "Name" });
  await test.step("a search is saved under a name of its own", async () => {
    await openInApp(page, "/browse?search=tent&maxPrice=50");
    await page.getByRole("button", { name: "Save search" }).click();
    await expect(name).toHaveValue("Tent, up to $50 a day");
    await expectAccessibleOverlay(page, "light");
    await name.fill("Tents");
    await dialog.getByRole("button", { name: "Save search" }).click();
    await expect(toast(page)).toContainText("Search saved");
    await toast(page).getByRole("button", { name: "View", exact: true }).click();
    await expect(page).toHaveURL("/saved?tab=searches");
  });

  await test.step("a saved search is muted, renamed and deleted", async () => {
    const card = page.getByRole("article", { name: "Tents" });
    await expect(card).toContainText("“tent” · Up to $50 a day");
    const alerts = card.getByRole("switch", { name: "Alerts" });
    await expect(alerts).toBeChecked();
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
    await alerts.click();
    await saved;
    await card.getByRole("button", { name: "Rename Tents" }).click();
    await expect(dialog.getByRole("checkbox")).not.toBeChecked();
    await expectAccessibleOverlay(page, "dark");
    await name.fill("Camping");
    await dialog.getByRole("button", { name: "Save" }).click();
    const renamed = page.getByRole("article", { name: "Camping" });
    await expect(renamed.getByRole("switch", { name: "Alerts" })).not.toBeChecked();
    await expect(renamed.getByRole("link", { name: "Show results of Camping" })).toHaveAttribute(
      "href",
      "/browse?search=tent&maxPrice=50",
    );
    const stored = await (await page.request.get("/api/saved-searches")).json();
    expect(stored).toMatchObject([{ name: "Camping", hasAlerts: false }]);
    await renamed.getByRole("button", { name: "Delete Camping" }).click();
    await expectAccessibleOverlay(page, "light");
    await dialog.getByRole("button", { name: "Delete search" }).click();
    await expect(page.getByRole("heading", { name: "No saved searches yet" })).toBeVisible();
    await expect(toast(page)).toContainText("Saved search deleted");
  });
});
