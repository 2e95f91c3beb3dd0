import type { Page } from "@playwright/test";
import { createLister } from "../support/listers.ts";
import { expect, test } from "../support/test.ts";

const field = (page: Page) => page.getByRole("combobox", { name: "Street address", exact: true });
const options = (page: Page) => page.getByRole("listbox", { name: "Places" }).getByRole("option");
const map = (page: Page) => page.getByRole("region", { name: "Pin on the map" });
const pin = (page: Page) => map(page).getByRole("button", { name: /^Pin/ });
const town = (page: Page) => page.getByText(/^Neighbors see:/);

const middleOf = async (page: Page) => {
  const box = await pin(page).boundingBox();
  if (!box) throw new Error("There is no pin");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("[LOC-01] a ZIP becomes a place with a pin, which moves by keys, by dragging and by clicking", async ({
  page,
  context,
  browser,
}) => {
  await createLister(browser, context);
  await page.goto("/create-listing?step=exchange");
  await field(page).click();
  await page.keyboard.type("0704");
  // Suggestions for the first digits stay until those for all digits arrive.
  await expect(options(page).first()).toContainText("07040");
  await expect(options(page)).toHaveCount(8);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(field(page)).toHaveValue("Maplewood, NJ 07040");
  await expect(town(page)).toContainText("Maplewood, NJ");
  await map(page).scrollIntoViewIfNeeded();
  await expect(map(page)).toHaveAttribute("data-map", "drawing");

  // Millburn lies to the west. A town named in the address takes precedence; without a town the pin decides.
  const zoomOut = map(page).getByRole("button", { name: "Zoom out" });
  for (let step = 0; step < 2; step += 1) await zoomOut.click();
  expect((await zoomOut.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await pin(page).focus();
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("Shift+ArrowLeft");
  await expect(town(page)).toContainText("Maplewood, NJ");
  await field(page).fill("The yellow house");
  await expect(town(page)).toContainText("Millburn, NJ");

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
  const box = await map(page).boundingBox();
  if (!box) throw new Error("There is no map");
  await page.mouse.click(box.x + 90, box.y + 120);
  await expect.poll(async () => Math.round((await middleOf(page)).x - box.x)).toBe(90);
});
