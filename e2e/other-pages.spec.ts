import { expect, test } from "./support/test.ts";

test("names the authors of the demo pictures, typefaces and icons", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Credits" }).click();
  await expect(page).toHaveURL("/credits");
  await expect(page).toHaveTitle("Credits · Nexby");
  await expect(page.getByRole("heading", { level: 1, name: "Credits" })).toBeFocused();
  for (const name of ["campingTent", "Andrew Kator & Jennifer Legaz", "Figtree", "Lucide", "Microsoft Corporation"]) {
    await expect(page.getByRole("main")).toContainText(name);
  }
  await expect(page.getByRole("link", { name: "CC BY 3.0 US" })).toHaveAttribute("href", /creativecommons\.org/);
});

test("leads to the documentation of the API", async ({ page, request }) => {
  await page.goto("/credits");
  const link = page.getByRole("contentinfo").getByRole("link", { name: "API docs" });
  await expect(link).toHaveAttribute("href", "/api/docs");
  expect((await request.get("/api/docs")).status()).toBe(200);
});

test.describe("an address of no page", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("answers 404 with a way home", async ({ page }) => {
    const response = await page.goto("/no/such/page");
    expect(response?.status()).toBe(404);
    await expect(page).toHaveTitle("Page not found · Nexby");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await page.getByRole("link", { name: "Browse items near you" }).click();
    await expect(page).toHaveURL("/browse");
    await expect(page.getByRole("heading", { level: 1, name: /^\d+ results$/ })).toBeFocused();
  });
});
