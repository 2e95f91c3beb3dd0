import { readItems } from "../support/api.ts";
import { cardsOf } from "../support/item-cards.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedProblems: /Failed to load resource|CodeNotLoadedError/ });

test("another try is offered when the code of a page or its items do not arrive", async ({ page, request }) => {
  const items = await readItems(request);
  await page.goto("/cookie-policy");
  await page.route("**/assets/credits-route-*.js", (route) => route.abort(), { times: 1 });
  await page.getByRole("link", { name: "Credits" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credits");
  await page.route("**/assets/credits-route-*.js", (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Credits");

  let refuse = () => {};
  const held = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route(
    "**/api/items",
    async (route) => {
      await held;
      await route.fulfill({ status: 400, json: { message: "No" } });
    },
    { times: 1 },
  );
  await page.evaluate(() => history.pushState(null, "", "/browse?view=list"));
  const skeleton = page.getByText("Loading items").locator("..");
  await expect(skeleton).toHaveCSS("animation-delay", "0.15s");
  await expect(skeleton).toHaveCSS("opacity", "1");
  refuse();
  const card = page.getByRole("alert");
  await expect(card.getByRole("heading")).toHaveText("Something went wrong");
  await expect(skeleton).toBeHidden();
  await card.getByRole("button", { name: "Try Again" }).click();
  await expect(cardsOf(page)).toHaveCount(items.length);
});
