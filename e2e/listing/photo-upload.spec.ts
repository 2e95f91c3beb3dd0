import type { Locator, Page, Route } from "@playwright/test";
import { createLister } from "../support/listers.ts";
import { expect, test } from "../support/test.ts";

/** A single gray pixel, which the server encodes at once. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGOYCQAAmwCarS5ItAAAAABJRU5ErkJggg==",
  "base64",
);
const fileOf = (name: string, buffer = PIXEL) => ({ name, mimeType: "image/png", buffer });

const photosOf = (page: Page) => page.getByRole("group", { name: "Photos, light", exact: true });
const tilesOf = (group: Locator) => group.getByRole("listitem");
const coverOf = (group: Locator) => tilesOf(group).first().getByRole("img").getAttribute("src");
const expectInForm = (page: Page, count: number) =>
  expect(page.getByRole("region", { name: "Light" }).getByText(`${count} photos in the form`)).toBeVisible();

/** Holds uploads until the test decides how each one ends. */
async function holdUploads(page: Page): Promise<Route[]> {
  const held: Route[] = [];
  await page.route("**/api/photos", (route) => void held.push(route));
  return held;
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.hover();
  await page.mouse.down();
  const box = await to.boundingBox();
  if (!box) throw new Error("There is nothing to drag to");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 12 });
  await page.mouse.up();
}

async function expectUploads(page: Page): Promise<void> {
  const photos = photosOf(page);
  const choose = photos.getByLabel("Choose photos");
  const held = await holdUploads(page);
  await choose.setInputFiles(["one.png", "two.png", "three.png"].map((name) => fileOf(name)));
  await expect(photos.getByRole("progressbar", { name: "Upload progress" })).toHaveCount(3);
  await expect(photos.getByText("Waiting", { exact: true })).toHaveCount(1);
  await expect(photos.getByText("0%", { exact: true })).toHaveCount(2);
  await expect.poll(() => held.length).toBe(2);
  await expect(photos.getByText("Choose photos")).toBeHidden();

  await photos.getByRole("button", { name: "Cancel upload of photo 4" }).click();
  await expect(photos.getByRole("status").getByText("Upload canceled")).toBeAttached();
  await expect(tilesOf(photos)).toHaveCount(5);
  await expect.poll(() => held.length).toBe(3);
  await held[1]?.abort("connectionfailed");
  await expect(photos.getByText("We couldn’t reach the server.", { exact: false }).first()).toBeVisible();
  await held[2]?.continue();
  await expectInForm(page, 4);
  await page.unroute("**/api/photos");
  await photos.getByRole("button", { name: "Try again" }).click();
  await expectInForm(page, 5);
  await expect(photos.getByRole("progressbar")).toHaveCount(0);
}

async function expectRejections(page: Page): Promise<void> {
  const photos = photosOf(page);
  const choose = photos.getByLabel("Choose photos");
  await choose.setInputFiles([fileOf("holiday.jpg", Buffer.from("<script>alert(1)</script>"))]);
  await expect(tilesOf(photos).last()).toContainText("We can’t read this file as a photo.");
  await expect(photos.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await photos.getByRole("button", { name: "Remove photo 4" }).click();
  await choose.setInputFiles([fileOf("huge.jpg", Buffer.alloc(15 * 1024 * 1024 + 1))]);
  await expect(tilesOf(photos).last()).toContainText("The file is larger than 15 MB.");
  await expectInForm(page, 3);
  await photos.getByRole("button", { name: "Remove photo 4" }).click();
}

async function expectOrder(page: Page): Promise<void> {
  const photos = photosOf(page);
  const press = (name: string) => photos.getByRole("button", { name, exact: true }).click();
  await expect.poll(() => coverOf(photos)).toContain("cordless-drill-1");

  await press("Move photo 1 later");
  expect(await coverOf(photos)).toContain("cordless-drill-2");
  await press("Make photo 3 the cover");
  expect(await coverOf(photos)).toContain("dome-tent-1");
  await expect(tilesOf(photos).first()).toContainText("Cover");
  await expect(photos.getByRole("status").getByText("It’s now the cover", { exact: false })).toBeAttached();

  await photos.getByRole("button", { name: "Drag photo 1", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("The photo is over position 1 of 3.")).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("The photo is over position 2 of 3.")).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(() => coverOf(photos)).toContain("cordless-drill-2");

  // Sends both keys before anything else can run, as on a busy device.
  await photos.getByRole("button", { name: "Drag photo 2", exact: true }).evaluate((handle) => {
    for (const [code, key] of [
      ["Space", " "],
      ["ArrowLeft", "ArrowLeft"],
    ]) {
      handle.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
    }
  });
  await expect(page.getByText("The photo is over position 1 of 3.")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByText("The photo stays at position 2 of 3.")).toBeAttached();

  await drag(page, tilesOf(photos).nth(1).getByRole("img"), tilesOf(photos).first());
  await expect.poll(() => coverOf(photos)).toContain("dome-tent-1");
}

test.describe("photos", () => {
  test.use({ expectedProblems: /status of 400|net::ERR_/ });

  test("photos are rejected with a reason, uploaded, canceled and retried, and ordered with buttons, keys and dragging", async ({
    browser,
    page,
    context,
  }) => {
    await createLister(browser, context);
    await page.goto("/dev/gallery");
    await expect(tilesOf(photosOf(page))).toHaveCount(3);
    await expectRejections(page);
    await expectUploads(page);
    for (const number of [5, 4]) {
      await photosOf(page)
        .getByRole("button", { name: `Remove photo ${number}`, exact: true })
        .click();
    }
    await expectInForm(page, 3);
    await expectOrder(page);
  });
});
