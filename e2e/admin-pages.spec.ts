import type { PolicyView } from "@nexby/contract/policies";
import type { Page } from "@playwright/test";
import { createAccount, signInAsDemo } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("administrators go from page to page by one menu", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await page.goto("/admin");
  const menu = page.getByRole("navigation", { name: "Administration" });
  for (const [label, title] of [
    ["Disputes", "Dispute administration"],
    ["Fraud detection", "Fraud detection"],
    ["Agreement templates", "Rental agreement templates"],
    ["Terms", "Terms and Conditions"],
    ["Privacy policy", "Privacy Policy"],
    ["Accounts", "Admin Dashboard"],
  ] as const) {
    await menu.getByRole("link", { name: label }).click();
    await expect(heading(page)).toHaveText(title);
    await expect(heading(page)).toBeFocused();
    await expect(menu.getByRole("link", { name: label })).toHaveAttribute("aria-current", "page");
  }
});

test("tables without rows have their columns and say what will be there", async ({ page, context }) => {
  await signInAsDemo(context, "ada");
  await page.goto("/admin/disputes");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Case",
    "Item",
    "Renter",
    "Owner",
    "Amount",
    "Deadline",
    "Status",
  ]);
  await expect(page.getByText("There are no disputes.")).toBeVisible();
  await page.goto("/admin/rental-agreement-templates");
  await expect(page.getByRole("columnheader")).toHaveText(["Name", "Type", "Version", "Variables", "In use"]);
  await expect(page.getByText("There are no templates.")).toBeVisible();
});

test("accounts are listed with what asks for a second look", async ({ page, context, browser }) => {
  const theirs = await browser.newContext();
  const { email } = await createAccount(theirs.request, "Newt Newcomer");
  await theirs.close();
  await signInAsDemo(context, "ada");
  await page.goto("/admin/fraud-detection?tab=accounts");
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Newt Newcomer");
  await expect(row.getByRole("listitem")).toHaveText(["Email not verified", "Phone not verified", "Not approved"]);
});

for (const [kind, name] of [
  ["terms", "Terms and Conditions"],
  ["privacy-policy", "Privacy Policy"],
] as const) {
  test.describe(`/admin/${kind}`, () => {
    test.use({ expectedProblems: /status of (401|403)/ });

    test("[ROUTE-05] is read by everybody, and written by administrators alone", async ({ page, context, request }) => {
      const active: PolicyView = await (await request.get(`/api/${kind}/active`)).json();
      const attempts = [`/api/admin/policies/${kind}/versions`, `/api/admin/policies/${kind}/versions/1/activate`];
      for (const person of [null, "omar"] as const) {
        if (person) await signInAsDemo(context, person);
        await page.goto(`/admin/${kind}`);
        await expect(heading(page)).toHaveText(name);
        await expect(page.getByText(`Version ${active.version},`)).toBeVisible();
        await expect(page.getByRole("heading", { name: "New version" })).toHaveCount(0);
        for (const path of attempts) {
          const answer = await context.request.post(path, { data: { content: "All yours" } });
          expect(answer.status()).toBe(person ? 403 : 401);
        }
      }
      expect(await (await request.get(`/api/${kind}/active`)).json()).toEqual(active);
    });
  });

  test(`a new version of ${kind} is previewed, compared, saved and published`, async ({ page, context, request }) => {
    const active: PolicyView = await (await request.get(`/api/${kind}/active`)).json();
    await signInAsDemo(context, "ada");
    await page.goto(`/admin/${kind}`);
    await expect(
      page.getByRole("list", { name: "Versions" }).getByRole("listitem").filter({ hasText: "Active" }),
    ).toContainText(`Version ${active.version}`);
    const text = page.getByRole("textbox", { name: "Text" });
    await expect(text).toHaveValue(active.content);
    const [firstLine = ""] = active.content.split("\n");
    await text.fill(`${active.content.replace(firstLine, "A new first line")}\n\nA last\nline`);
    await expect(page.getByRole("tabpanel", { name: "Preview" })).toContainText("A last line");
    await page.getByRole("tab", { name: "Changes" }).click();
    const changes = page.getByRole("list", { name: "Changes to the active text" });
    await expect(changes.getByText(`Removed: ${firstLine}`)).toBeVisible();
    await expect(changes.getByText("Added: A new first line")).toBeVisible();
    await expect(changes.getByText(/^Added:/)).toHaveCount(4);

    await page.getByRole("button", { name: "Save as new version" }).click();
    const said = await page.getByText(/^Version \d+ is saved$/).textContent();
    const version = Number(said?.match(/\d+/)?.[0]);
    expect(version).toBeGreaterThan(active.version);

    // What is in force is everybody's: the answer to the publication is made up.
    const asked = page.waitForRequest(`**/api/admin/policies/${kind}/versions/${version}/activate`);
    await page.route("**/activate", (route) => route.fulfill({ json: { ...active, version, isActive: true } }));
    await page.getByRole("button", { name: `Publish version ${version}` }).click();
    const dialog = page.getByRole("alertdialog", { name: `Publish version ${version}?` });
    await expect(dialog).toContainText(`It replaces version ${active.version} at once, for everybody.`);
    await dialog.getByRole("button", { name: "Publish" }).click();
    expect((await asked).method()).toBe("POST");
    await expect(page.getByText(`Version ${version} is published`)).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
}
