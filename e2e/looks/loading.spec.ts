import { readItems } from "../support/api.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { cardsOf } from "../support/item-cards.ts";
import { withPatience } from "../support/patience.ts";
import { expect, test } from "../support/test.ts";
import { withoutPageData } from "../support/without-data.ts";

test.use({ expectedProblems: /Failed to load resource/ });

/** Delays responses until they are released. */
function hold(): { released: Promise<void>; release: () => void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

test("items have an accessible skeleton while they load and an accessible error with a retry", async ({
  page,
  request,
}) => {
  const items = await readItems(request);
  const [first, filtered] = [hold(), hold()];
  await withoutPageData(page);
  await withPatience(page);
  await page.route(
    "**/api/items",
    async (route) => {
      await first.released;
      await route.fulfill({ status: 400, json: { message: "No" } });
    },
    { times: 1 },
  );
  await page.route("**/api/items?category=*", async (route) => {
    await filtered.released;
    await route.continue();
  });
  await page.goto("/browse");
  const skeleton = page.getByText("Loading items").locator("..");
  await expect(skeleton).toBeAttached();
  await expectAccessible(page);

  first.release();
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading")).toHaveText("Something went wrong");
  await expect(card.getByRole("button", { name: "Refresh Page" })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);

  // A filtered response usually arrives before a skeleton would be noticed.
  await page.getByRole("link", { name: "Kitchen" }).click();
  await expect(skeleton).toHaveCSS("animation-delay", "0.15s");
  await expect(skeleton).toHaveCSS("opacity", "1");
  filtered.release();
  await expect(skeleton).toBeHidden();
  await expect(cardsOf(page).first()).toBeVisible();
});
