import { randomUUID } from "node:crypto";
import type { RecommendationView } from "@nexby/contract/recommendations";
import { createAccount, signInAsDemo } from "./support/accounts.ts";
import { readDemoRentals } from "./support/api.ts";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

test("[FAV-01] home recommends what is popular, and after a look what goes with it, and says why", async ({
  page,
  context,
}) => {
  await createAccount(context.request, "Quinn Moss");
  await page.goto("/home");
  const forYou = page.getByRole("region", { name: "For you" });
  await expect(forYou.getByRole("listitem").first()).toContainText(/Popular (near you|on Nexby)/);

  const [seen] = await readDemoRentals(context.request);
  if (!seen) throw new Error("the demo has items");
  const counted = page.waitForResponse(new RegExp(`/api/items/${seen.id}/views$`));
  await page.goto(`/listings/${seen.id}`);
  expect((await counted).status()).toBe(200);
  await page.goto("/home");
  await expect(forYou.getByText(`Because you viewed ${seen.title}`).first()).toBeVisible();
  const answer = await context.request.get("/api/recommendations");
  const recommended = (await answer.json()) as RecommendationView[];
  await expect(forYou.getByRole("heading", { level: 3 })).toHaveText(
    recommended.slice(0, 8).map(({ item }) => item.title),
  );
  expect(recommended.map(({ item }) => item.id)).not.toContain(seen.id);
  await expectAccessible(page);
});

test("an administrator sees what people search for, and what they search for in vain", async ({
  page,
  context,
  request,
}) => {
  const [found, missed] = ["tent", `${randomUUID().replace(/[^a-f]/g, "")}qzxw`];
  for (const text of [found, missed]) expect((await request.get(`/api/items?search=${text}`)).status()).toBe(200);

  await signInAsDemo(context, "ada");
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Searches" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Searches" })).toBeVisible();
  const table = (name: string) => page.getByRole("table", { name });
  await expect(async () => {
    await page.reload();
    await expect(table("Frequent searches").getByRole("link", { name: found, exact: true })).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await expectAccessible(page);

  await page.getByRole("tab", { name: "Without result" }).click();
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL("/admin?view=searches&kind=without_result&days=7");
  const row = table("Without result searches").getByRole("row").filter({ hasText: missed });
  await expect(row.getByRole("cell")).toHaveText([missed, "1", "1", "0", "None", /\w+ \d+, \d{4}/]);
  await row.getByRole("link").click();
  await expect(page).toHaveURL(`/browse?search=${missed}`);
});
