import { expectAccessible } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

test.use({ expectedProblems: /Failed to load resource/ });

test("the items are accessible while they load and when they fail", async ({ page }) => {
  await withoutPageData(page);
  let fail = () => {};
  const held = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route("**/api/items", async (route) => {
    await held;
    await route.fulfill({ status: 400, json: { message: "No" } });
  });
  await page.goto("/browse");
  await expect(page.getByText("Loading items")).toBeAttached();
  await expectAccessible(page);
  fail();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectAccessible(page);
});
