import type { RecommendationView } from "@nexby/contract/discovery/saved";
import { createAccount } from "../support/accounts.ts";
import { readDemoRentals } from "../support/api.ts";
import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expect, test } from "../support/test.ts";

test("[FAV-01] home recommends items and says why, and viewed items can be removed from the history, one or all", async ({
  page,
  context,
}) => {
  await createAccount(context.request, "Quinn Moss");
  const [first, second, third] = await readDemoRentals(context.request);
  if (!first || !second || !third) throw new Error("There are too few items");
  await page.goto("/home");
  const forYou = page.getByRole("region", { name: "For you" });
  await expect(forYou.getByRole("listitem").first()).toContainText(/Popular (near you|on Nexby)/);

  for (const { id } of [first, second]) expect((await context.request.post(`/api/items/${id}/views`)).ok()).toBe(true);
  const seen = page.waitForResponse((response) => response.url().endsWith(`/api/items/${third.id}/views`));
  await page.evaluate((id) => history.pushState(null, "", `/listings/${id}`), third.id);
  expect((await seen).status()).toBe(200);
  await page.goto("/home");
  const recommended: RecommendationView[] = await (await context.request.get("/api/recommendations")).json();
  await expect(forYou.getByRole("heading", { level: 3 })).toHaveText(
    recommended.slice(0, 8).map(({ item }) => item.title),
  );
  await expect(forYou.getByText(`Because you viewed ${third.title}`).first()).toBeVisible();
  expect(recommended.map(({ item }) => item.id)).not.toContain(third.id);

  const row = page.getByRole("region", { name: "Recently viewed" });
  await expect(row.getByRole("heading", { level: 3 })).toHaveText([third.title, second.title, first.title]);
  await row.getByRole("link", { name: "View all recently viewed" }).click();
  await expect(page).toHaveURL("/saved?tab=viewed");
  await page.getByRole("button", { name: `Remove ${second.title} from your history` }).click();
  const list = page.getByRole("list", { name: "Recently viewed" });
  await expect(list.getByRole("heading")).toHaveText([third.title, first.title]);
  await page.getByRole("button", { name: "Clear history" }).click();
  await expectAccessibleOverlay(page, "light");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(list.getByRole("heading")).toHaveCount(2);
  await page.getByRole("button", { name: "Clear history" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear history" }).click();
  await expect(page.getByRole("heading", { name: "Nothing viewed yet" })).toBeVisible();
});
