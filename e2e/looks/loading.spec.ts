import { readItems } from "../support/api.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { cardsOf } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

test.use({ expectedProblems: /Failed to load resource/ });

/** Keeps answers back until they are let go. */
function hold(): { held: Promise<void>; voidOrRefund: () => void } {
  let voidOrRefund = () => {};
  const held = new Promise<void>((resolve) => {
    voidOrRefund = resolve;
  });
  return { held, voidOrRefund };
}

test("items have an accessible skeleton while they load and an accessible error with another try", async ({
  page,
  request,
}) => {
  const items = await readItems(request);
  const [first, filtered] = [hold(), hold()];
  await withoutPageData(page);
  await page.route(
    "**/api/items",
    async (route) => {
      await first.held;
      await route.fulfill({ status: 400, json: { message: "No" } });
    },
    { times: 1 },
  );
  await page.route("**/api/items?category=*", async (route) => {
    await filtered.held;
    await route.continue();
  });
  await page.goto("/browse");
  const skeleton = page.getByText("Loading items").locator("..");
  await expect(skeleton).toBeAttached();
  await expectAccessible(page);

  first.voidOrRefund();
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading")).toHaveText("Something went wrong");
  await expect(card.getByRole("button", { name: "Refresh Page" })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);

  // A filter is usually answered before a skeleton would be noticed.
  await page.getByRole("link", { name: "Kitchen" }).click();
  await expect(skeleton).toHaveCSS("animation-delay", "0.15s");
  await expect(skeleton).toHaveCSS("opacity", "1");
  filtered.voidOrRefund();
  await expect(skeleton).toBeHidden();
  await expect(cardsOf(page).first()).toBeVisible();
});
