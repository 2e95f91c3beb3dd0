import { expect, test } from "./support/test.ts";

test("[ROUTE-06] the code of a page comes when the page is wanted, and once", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => {
    if (/\/credits-route-[^/]*\.js$/.test(request.url())) loaded.push(request.url());
  });
  await page.goto("/terms");
  await page.waitForLoadState("networkidle");
  expect(loaded).toEqual([]);
  for (const _ of [1, 2]) {
    await page.getByRole("link", { name: "Credits" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credits");
    expect(loaded).toHaveLength(1);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Terms and Conditions");
  }
});
