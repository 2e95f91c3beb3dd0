import { readCategories } from "../support/api.ts";
import { expect, test } from "../support/test.ts";

const MISSING_ID = "01900000-0000-7000-8000-000000000000";
const PATHS = ["/brows", "/listings", "/users", "/admin/no", "/Home/x", `/users/${MISSING_ID}`, "/users/nobody"];

test.use({ expectedProblems: /status of 404/ });

test("[ROUTE-02] any other path is not found, with a search, popular categories and a link to all items", async ({
  page,
  request,
}) => {
  const categories = await readCategories(request);
  const heading = page.getByRole("heading", { level: 1 });
  for (const path of PATHS) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain("<title>Page not found · Nexby</title>");
  }
  expect((await page.goto(`/users/${MISSING_ID}`))?.status()).toBe(404);
  await expect(heading).toHaveText("Page not found");
  await expect(page).toHaveTitle("Page not found · Nexby");
  const chips = page.getByRole("navigation", { name: "Popular categories" }).getByRole("link");
  await expect(chips).toHaveCount(6);
  await expect(chips.first()).toHaveAttribute("href", `/browse?category=${categories[0]?.slug}`);
  await expect(page.getByRole("link", { name: "Browse items near you" })).toHaveAttribute("href", "/browse");
  await page.getByRole("searchbox", { name: "Search all items" }).fill("kayak");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/browse?search=kayak");
  await expect(heading).toBeFocused();
  const icon = await request.get("/favicon.ico");
  expect(icon.status(), "the icon that browsers request by default").toBe(200);
  expect(icon.headers()["content-type"]).toMatch(/^image\//);
});
