import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/expect-accessible.ts";
import { expect, test } from "./support/test.ts";

/** The gallery has all of it twice, light and dark. */
const light = (page: Page) => page.getByRole("region", { name: "Light", exact: true });
const field = (page: Page) => light(page).getByRole("combobox", { name: "Location", exact: true });
const options = (page: Page) => page.getByRole("listbox", { name: "Places" }).getByRole("option");
/** With its own pin: another field's may be there before. */
const wholeField = (page: Page) =>
  light(page)
    .locator("div")
    .filter({ has: page.getByRole("combobox", { name: "Location", exact: true }) })
    .filter({ has: page.getByRole("button", { name: "Use my position" }) })
    .last();
const pinMap = (page: Page) => wholeField(page).getByRole("region", { name: "Pin on the map" });
const pin = (page: Page) => pinMap(page).getByRole("button", { name: /^Pin/ });
const town = (page: Page) => wholeField(page).getByText(/^Neighbors see:/);

/** Without a graphics card a processor has to draw it. */
const DRAWN_SOON = { timeout: 30_000 };
test.beforeEach(() => test.slow());
test.use({ hasWebGl: true });

async function withoutWebGl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
      return asked[0] === "webgl2" ? null : Reflect.apply(original, this, asked);
    } as typeof original;
  });
}

const middleOf = async (page: Page) => {
  const box = await pin(page).boundingBox();
  if (!box) throw new Error("There is no pin");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

for (const { name, ground, prepare } of [
  { name: "drawn by WebGL", ground: "webgl", prepare: async () => undefined },
  { name: "without WebGL", ground: "drawing", prepare: withoutWebGl },
]) {
  test(`[LOC-01] a place is found by its ZIP and the pin moved, on a map ${name}`, async ({ page }) => {
    await prepare(page);
    await page.goto("/dev/gallery");
    await field(page).click();
    await page.keyboard.type("0704");
    // What was found for the first digits stays until the answer to all of them is there.
    await expect(options(page).first()).toContainText("07040", DRAWN_SOON);
    await expect(options(page)).toHaveCount(8);
    await expect(field(page)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("ArrowDown");
    await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Enter");
    await expect(field(page)).toHaveValue("Maplewood, NJ 07040");
    await expect(options(page)).toHaveCount(0);
    await expect(town(page)).toContainText("Maplewood, NJ");
    await pinMap(page).scrollIntoViewIfNeeded();
    await expect(pinMap(page)).toHaveAttribute("data-map", ground, DRAWN_SOON);
    if (ground === "webgl") await expectAccessible(page);

    // By keys: to the west there is Millburn, but the address says Maplewood. Without one the pin decides.
    const zoomOut = pinMap(page).getByRole("button", { name: "Zoom out" });
    for (let step = 0; step < 2; step += 1) await zoomOut.click();
    await pin(page).focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("Shift+ArrowLeft");
    await expect(town(page)).toContainText("Maplewood, NJ");
    await field(page).fill("The yellow house");
    await expect(town(page)).toContainText("Millburn, NJ");

    // By hand, and by pointing.
    const before = await middleOf(page);
    await page.mouse.move(before.x, before.y);
    await page.mouse.down();
    await page.mouse.move(before.x + 60, before.y + 30, { steps: 4 });
    await page.mouse.up();
    const moved = async () => {
      const { x, y } = await middleOf(page);
      return [Math.round(x - before.x), Math.round(y - before.y)];
    };
    await expect.poll(moved).toEqual([60, 30]);
    const box = await pinMap(page).boundingBox();
    if (!box) throw new Error("There is no map");
    await page.mouse.click(box.x + 90, box.y + 120);
    await expect.poll(async () => Math.round((await middleOf(page)).x - box.x)).toBe(90);

    expect((await zoomOut.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
}

test("a circle shows where something is about, and grows when one comes nearer", async ({ page }) => {
  await page.goto("/dev/gallery");
  const map = page.getByRole("region", { name: "Around a place, Light" });
  await light(page).getByRole("heading", { name: "Location and maps" }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await map.scrollIntoViewIfNeeded();
  await expect(map).toHaveAttribute("data-map", "webgl", DRAWN_SOON);
  const radius = async () => Number(await map.locator("[data-map-area]").getAttribute("data-map-area"));
  await expect.poll(radius).toBeGreaterThan(60);
  const first = await radius();
  await map.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(radius).toBeCloseTo(2 * first, -1);
  await expect(map.getByRole("button", { name: /^Pin/ })).toHaveCount(0);
});

test.describe("with its code kept away", () => {
  test.use({ expectedProblems: /Failed to load resource|Failed to fetch dynamically/ });

  test("the map is drawn plainly, and the field works", async ({ page }) => {
    await page.route(/gl-base/, (route) => route.abort());
    await page.goto("/dev/gallery");
    await field(page).fill("Denver, CO");
    await options(page).first().click();
    await expect(field(page)).toHaveValue("Denver, CO");
    await pinMap(page).scrollIntoViewIfNeeded();
    await expect(pinMap(page)).toHaveAttribute("data-map", "drawing");
    await expect(town(page)).toContainText("Denver, CO");
  });
});

test.describe("with a provider's map", () => {
  test.use({ expectedProblems: /status of 404|Failed to load resource/ });
  const area = (page: Page) => page.getByRole("region", { name: "Around a place, Light" });
  const openWith = async (page: Page, style: string) => {
    await page.route("**/api/map", (route) => route.fulfill({ json: { styleUrl: new URL(style, page.url()).href } }));
    await page.goto("/dev/gallery");
    await light(page).getByRole("heading", { name: "Location and maps" }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 400);
  };

  test("its style is drawn in place of ours; while it cannot be had, ours is", async ({ page }) => {
    const style = { version: 8, sources: {}, layers: [{ id: "ground", type: "background" }] };
    await page.route("**/quiet.json", (route) => route.fulfill({ json: style }));
    await page.goto("/credits");
    await openWith(page, "/quiet.json");
    await expect(area(page)).toHaveAttribute("data-map", "webgl", DRAWN_SOON);
    await expect(area(page).getByText(/^Illustrated map/)).toHaveCount(0);
    await page.unroute("**/api/map");
    await openWith(page, "/api/no-such-style.json");
    await expect(area(page)).toHaveAttribute("data-map", "drawing", DRAWN_SOON);
    await expect(area(page).getByText(/^Illustrated map/)).toBeVisible();
  });
});

test("an unknown place is told, an address keeps its street, and another town takes the pin away", async ({ page }) => {
  await page.goto("/dev/gallery");
  await field(page).fill("Qwxzville");
  await expect(page.getByText("We do not know this place. Try a ZIP, or a town with its state.")).toBeVisible();
  await field(page).fill("12 Maple Street, Maplewood, NJ");
  await expect(options(page)).toHaveText([/Maplewood, NJ 07040/]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("12 Maple Street, Maplewood, NJ");
  await expect(town(page)).toContainText("Maplewood, NJ");
  await field(page).fill("Boulder, CO");
  await expect(options(page).first()).toContainText("Boulder, CO");
  await page.keyboard.press("Tab");
  await expect(light(page).getByRole("region", { name: "Pin on the map" })).toHaveCount(1);
});

test.describe("the visitor's own position", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("is asked for by a button only, and every answer leads on", async ({ page, context }) => {
    await page.goto("/dev/gallery");
    const button = light(page).getByRole("button", { name: "Use my position" }).first();
    await context.setGeolocation({ latitude: 51.5, longitude: -0.12 });
    await button.click();
    await expect(page.getByText(/keeps your position to itself/)).toBeVisible();
    await context.grantPermissions(["geolocation"]);
    await button.click();
    await expect(page.getByText(/outside the United States/)).toBeVisible();
    await context.setGeolocation({ latitude: 40.7285, longitude: -74.2661 });
    await button.click();
    await expect(field(page)).toHaveValue("Maplewood, NJ 07040");
    await expect(town(page)).toContainText("Maplewood, NJ");
    await expect(page.getByText(/outside the United States/)).toHaveCount(0);
  });
});
