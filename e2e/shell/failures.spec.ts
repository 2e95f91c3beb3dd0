import { readItems } from "../support/api.ts";
import { cardsOf } from "../support/item-cards.ts";
import { withPatience } from "../support/patience.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedProblems: /Failed to load resource|CodeNotLoadedError/ });

test("a retry is offered when a page's code or its items fail to load", async ({ page, request }) => {
  const items = await readItems(request);
  await withPatience(page);
  await page.goto("/cookie-policy");
  // Every attempt fails: a browser may fetch code again whose preload has failed.
  const code = "**/assets/credits-route-*.js";
  await page.route(code, (route) => route.abort());
  await page.getByRole("link", { name: "Credits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.unroute(code);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credits");
  await page.route(code, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.unroute(code);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credits");

  let reject = () => {};
  const released = new Promise<void>((resolve) => {
    reject = resolve;
  });
  await page.route(
    "**/api/items",
    async (route) => {
      await released;
      await route.fulfill({ status: 400, json: { message: "No" } });
    },
    { times: 1 },
  );
  await page.evaluate(() => history.pushState(null, "", "/browse?view=list"));
  const skeleton = page.getByText("Loading items").locator("..");
  await expect(skeleton).toHaveCSS("animation-delay", "0.15s");
  await expect(skeleton).toHaveCSS("opacity", "1");
  reject();
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading")).toHaveText("Something went wrong");
  await expect(skeleton).toBeHidden();
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);
});
