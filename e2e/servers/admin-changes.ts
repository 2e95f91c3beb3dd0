import type { QuoteView } from "@nexby/contract/bookings/quotes";
import type { ItemView } from "@nexby/contract/listings/items";
import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";
import type { Person } from "./server-pair.ts";

/** The gallery's tests check the form controls in dark mode. */
const IN_LIGHT = { isDarkToo: false };

const dialog = (page: Page) => page.getByRole("alertdialog");

/** Tax rate in a quote for a demo item. */
async function quotedTax({ request }: Person): Promise<number | undefined> {
  const [item] = (await (await request.get("/api/items")).json()) as ItemView[];
  const data = { startDate: "2027-03-01", endDate: "2027-03-02" };
  const quote = await request.post(`/api/items/${item?.id}/quote`, { data });
  return ((await quote.json()) as QuoteView).price?.tax.rate;
}

/** Changes the prices and categories of the file's servers. */
export function testAdminChanges(admin: () => Person): void {
  test("[TAX-01] an admin replaces, corrects and deactivates a tax rate, changes a setting and adds a category; quotes and the category rail follow", async () => {
    const { page } = admin();
    const open = async (name: string) => {
      await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    };
    await page.goto("/admin?view=tax-rates");
    const row = (text: string) => page.getByRole("row").filter({ hasText: text });
    await expect(row("6.625%")).toContainText(/New Jersey.*Statewide.*Everything.*No end date.*In effect/);
    await expectAccessible(page, IN_LIGHT);
    expect(await quotedTax(admin())).toBe(6.625);
    await page.getByRole("button", { name: "Add rate" }).click();
    await dialog(page).getByRole("combobox", { name: "State" }).selectOption("NJ");
    await dialog(page).getByRole("textbox", { name: "Rate (%)" }).fill("7.125");
    await dialog(page).getByLabel("First day").fill("2027-01-01");
    await dialog(page).getByRole("button", { name: "Add rate" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("6.625% for New Jersey applies from Jan 1, 2018");
    await dialog(page).getByRole("checkbox", { name: "End the current rate" }).check();
    await expectAccessibleOverlay(page, "light");
    await dialog(page).getByRole("button", { name: "Add rate" }).click();
    await expect(page.getByText("7.125% for New Jersey added")).toBeVisible();
    await expect(row("6.625%")).toContainText("Through Dec 31, 2026");
    expect(await quotedTax(admin())).toBe(7.125);
    await row("7.125%").getByRole("button", { name: "Edit the rate for New Jersey" }).click();
    await dialog(page).getByRole("textbox", { name: "Rate (%)" }).fill("7");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(row("7%")).toBeVisible();
    await row("7%").getByRole("button", { name: "Deactivate" }).click();
    await expectAccessibleOverlay(page, "dark");
    await dialog(page).getByRole("button", { name: "Deactivate" }).click();
    await expect(page.getByText("7% for New Jersey deactivated")).toBeVisible();
    expect(await quotedTax(admin())).toBe(0);
    await page.getByRole("combobox", { name: "Show" }).selectOption("Inactive");
    await row("7%").getByRole("button", { name: "Rate history for New Jersey" }).click();
    const rates = page.getByRole("dialog", { name: "Rate history for New Jersey" });
    await expect(rates.getByRole("list", { name: "History" }).locator("> li")).toContainText([
      /Deactivated.*Ada/,
      /Rate: 7\.125% → 7%.*Ada/,
      /Added at 7\.125%.*Ada/,
    ]);
    await expectAccessibleOverlay(page, "light");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Activate 7% for New Jersey" }).click();
    await expect(page.getByText("7% for New Jersey activated")).toBeVisible();
    expect(await quotedTax(admin())).toBe(7);

    await open("Settings");
    const insurance = page.getByRole("form", { name: "Insurance" });
    await insurance.getByRole("textbox", { name: "Insurance (%)" }).fill("12.5");
    await insurance.getByRole("button", { name: "Save" }).click();
    await expect(insurance.getByText("Saved", { exact: true })).toBeVisible();
    const history = page.getByRole("list", { name: "Settings history" });
    await expect(history.locator("> li").first()).toContainText(/Insurance: 10% → 12\.5%.*Ada/);
    await expectAccessible(page, IN_LIGHT);

    await open("Searches");
    await expect(page.getByRole("table", { name: "Top searches" }).getByRole("row").nth(1)).toBeVisible();
    await expectAccessible(page, IN_LIGHT);

    await open("Categories");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await expectAccessible(page, IN_LIGHT);
    await page.getByRole("button", { name: "Add category" }).click();
    await expect(dialog(page).getByRole("textbox", { name: "Name" })).toBeFocused();
    await page.keyboard.type("Boats & boards");
    await expectAccessibleOverlay(page, "light");
    await dialog(page).getByRole("button", { name: "Add category" }).click();
    await expect(page.getByText("Boats & boards added")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add category" })).toBeFocused();
    await page.getByRole("button", { name: "Delete Boats & boards" }).click();
    await expectAccessibleOverlay(page, "dark");
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await page.goto("/browse");
    const rail = page.getByRole("navigation", { name: "Categories" });
    await expect(rail.getByRole("link", { name: "Boats & boards" })).toBeVisible();
  });
}
