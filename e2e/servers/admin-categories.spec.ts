import type { CategoryView } from "@nexby/contract/categories";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../../apps/server/src/demo/people.ts";
import { useOwnServer } from "../setup/own-server.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

/** A server of its own: the order of categories is seen on every page that other tests look at. */
const server = useOwnServer();

test.describe("categories", () => {
  test.use({ expectedProblems: /status of 409/ });

  test("an administrator adds, prices, orders, renames and deletes a category", async ({ page, context }) => {
    const at = (path: string) => server().address + path;
    const { email } = DEMO_PEOPLE.find(({ key }) => key === "ada") ?? { email: "" };
    await context.request.post(at("/api/auth/email-signin"), { data: { email, password: DEMO_PASSWORD } });
    const shown = async () => (await (await context.request.get(at("/api/categories"))).json()) as CategoryView[];
    const known = (await shown()).map(({ name }) => name);

    await page.goto(at("/admin"));
    await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Categories" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Categories" })).toBeVisible();
    const rows = page.getByRole("table", { name: "Categories and commissions" }).getByRole("row");
    await expect(rows).toHaveCount(known.length + 1);
    await expect(rows.nth(1)).toContainText(known[0] ?? "");
    await expect(page.getByRole("button", { name: `Delete ${known[0]}` }), "listings are in it").toHaveCount(0);
    await expectAccessible(page);

    await page.getByRole("button", { name: "Add category" }).click();
    const dialog = page.getByRole("alertdialog");
    const name = dialog.getByRole("textbox", { name: "Name" });
    const renterFee = dialog.getByRole("textbox", { name: "Renter’s fee, %" });
    await expect(name).toBeFocused();
    await expectAccessible(page);
    await renterFee.fill("lots");
    await dialog.getByRole("button", { name: "Add category" }).click();
    await expect(name).toHaveAccessibleDescription(/^Name is required/);
    await expect(renterFee).toHaveAccessibleDescription(/^Please enter a percentage such as 7.25/);
    await name.fill("electronics");
    await renterFee.fill("2.5");
    await dialog.getByRole("button", { name: "Add category" }).click();
    await expect(name).toHaveAccessibleDescription(/^There is a category with this name/);
    await name.fill("Boats & boards");
    await dialog.getByRole("textbox", { name: "Emoji" }).fill("⛵");
    await dialog.getByRole("button", { name: "Add category" }).click();
    await expect(page.getByText("Boats & boards is added")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add category" })).toBeFocused();
    await expect(rows.last()).toContainText(/⛵Boats & boards.*boats-and-boards.*5%.*2\.5%.*5%.*0/);

    await expect(page.getByRole("button", { name: "Move Boats & boards down" })).toBeDisabled();
    await page.getByRole("button", { name: "Move Boats & boards up" }).click();
    await expect(page.getByText(`Boats & boards is number ${known.length} now`)).toBeVisible();
    await expect(page.getByRole("button", { name: "Move Boats & boards up" })).toBeFocused();
    await expect(rows.nth(known.length)).toContainText("Boats & boards");
    const order = [...known.slice(0, -1), "Boats & boards", ...known.slice(-1)];
    expect((await shown()).map((category) => category.name)).toEqual(order);

    await page.getByRole("button", { name: "Edit Boats & boards" }).click();
    await expect(renterFee).toHaveValue("2.50");
    await name.fill("Boats");
    await renterFee.fill("3");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Boats is saved")).toBeVisible();
    await page.reload();
    await expect(rows.nth(known.length)).toContainText(/Boats.*boats-and-boards.*3%/);

    await page.goto(at("/browse"));
    await expect(
      page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "Boats" }),
    ).toBeVisible();
    await page.goto(at("/admin?view=categories"));

    await page.getByRole("button", { name: "Delete Boats" }).click();
    await dialog.getByRole("button", { name: "Delete category" }).click();
    await expect(page.getByText("Boats is deleted")).toBeVisible();
    await expect(rows).toHaveCount(known.length + 1);
    expect((await shown()).map((category) => category.name)).toEqual(known);
  });
});
