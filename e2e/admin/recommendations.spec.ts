import { randomUUID } from "node:crypto";
import type { RecommendationView } from "@nexby/contract/discovery/saved";
import { createAccount, signInAsDemo } from "../support/accounts.ts";
import { readDemoRentals } from "../support/api.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
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
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await expect(list.getByRole("heading")).toHaveCount(2);
  await page.getByRole("button", { name: "Clear history" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Clear history" }).click();
  await expect(page.getByRole("heading", { name: "Nothing viewed yet" })).toBeVisible();
});

test("an admin sees the top searches and those with no results", async ({ page, context, request }) => {
  const [found, missed] = ["tent", `${randomUUID().replace(/[^a-f]/g, "")}qzxw`];
  for (const text of [found, missed]) expect((await request.get(`/api/items?search=${text}`)).status()).toBe(200);

  await signInAsDemo(context, "ada");
  // The server counts a search after it has responded.
  await expect
    .poll(async () => (await context.request.get("/api/admin/searches?kind=without_result&days=7")).text())
    .toContain(missed);
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Searches" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Searches" })).toBeVisible();
  const table = (name: string) => page.getByRole("table", { name });
  await expect(table("Top searches").getByRole("link", { name: found, exact: true })).toBeVisible();
  await expectAccessible(page, { isDarkToo: false });

  await page.getByRole("tab", { name: "No results" }).click();
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL("/admin?view=searches&kind=without_result&days=7");
  const row = table("Searches with no results").getByRole("row").filter({ hasText: missed });
  await expect(row.getByRole("cell")).toHaveText([missed, "1", "1", "0", "None", /\w+ \d+, \d{4}/]);
  await expect(row.getByRole("link")).toHaveAttribute("href", `/browse?search=${missed}`);
});
