import type { Page } from "@playwright/test";
import { readDemoRentals } from "../support/api.ts";
import { expect, test } from "../support/test.ts";

/** Without a graphics card the processor draws the map, so there is only one map, and it is small. */
test.use({
  hasWebGl: true,
  viewport: { width: 480, height: 600 },
  expectedProblems: /status of 404|Failed to load resource|Failed to fetch dynamically/,
});

const map = (page: Page) => page.getByRole("region", { name: /^Where .+ is, roughly$/ });
const ownMap = (page: Page) => map(page).getByText(/^Illustrated map/);

async function openMap(page: Page): Promise<void> {
  await page.getByRole("region", { name: "Where it is" }).scrollIntoViewIfNeeded();
  await map(page).scrollIntoViewIfNeeded();
}

test("[LOC-01] WebGL draws the map of a listing, and a plain map replaces it without its code or the provider's style", async ({
  page,
  request,
}) => {
  const [item] = await readDemoRentals(request);
  await page.route(/gl-base/, (route) => route.abort());
  await page.goto(`/listings/${item?.id}`);
  await openMap(page);
  await expect(map(page)).toHaveAttribute("data-map", "drawing");
  await page.unroute(/gl-base/);

  await page.route("**/api/map", (route) =>
    route.fulfill({ json: { styleUrl: new URL("/api/no-such-style.json", page.url()).href } }),
  );
  await page.reload();
  await openMap(page);
  await expect(map(page)).toHaveAttribute("data-map", "drawing");
  await expect(ownMap(page)).toBeVisible();
  await page.unroute("**/api/map");

  await page.reload();
  await openMap(page);
  await expect(map(page)).toHaveAttribute("data-map", "webgl");
  await expect(ownMap(page)).toBeVisible();
  const radius = async () => Number(await map(page).locator("[data-map-area]").getAttribute("data-map-area"));
  await expect.poll(radius).toBeGreaterThan(30);
  const first = await radius();
  await map(page).getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(radius).toBeCloseTo(2 * first, -1);
  await expect(map(page).getByRole("button", { name: /^Pin/ }), "the exact place is not shown").toHaveCount(0);

  const style = { version: 8, sources: {}, layers: [{ id: "ground", type: "background" }] };
  await page.route("**/quiet.json", (route) => route.fulfill({ json: style }));
  await page.route("**/api/map", (route) =>
    route.fulfill({ json: { styleUrl: new URL("/quiet.json", page.url()).href } }),
  );
  await page.reload();
  await openMap(page);
  await expect(map(page)).toHaveAttribute("data-map", "webgl");
  await expect(ownMap(page)).toHaveCount(0);
});
