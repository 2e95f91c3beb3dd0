import { join } from "node:path";
import type { Locator, Page, Route } from "@playwright/test";
import { createAccount, readCurrentUser } from "./support/accounts.ts";
import { expect, test } from "./support/test.ts";

const photoFile = (name: string) => join("apps/server/src/demo/photos", name, "full.webp");
const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: "image/jpeg", buffer });

/** A photo is read and made anew in three sizes before it is answered. */
const PATIENT = { timeout: 20_000 };

const tilesOf = (group: Locator) => group.getByRole("listitem");
const coverOf = (group: Locator) => tilesOf(group).first().getByRole("img").getAttribute("src");
const inForm = (page: Page, count: number) =>
  expect(page.getByRole("region", { name: "Light" }).getByText(`${count} photos in the form`)).toBeVisible(PATIENT);

/** Uploads that wait until the test decides how they end. */
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

test.describe("photos", () => {
  test.use({ expectedProblems: /status of 400|net::ERR_/ });

  test("are uploaded with progress, canceled and tried again", async ({ page, context }) => {
    await createAccount(context.request);
    await page.goto("/dev/gallery");
    const photos = page.getByRole("group", { name: "Photos, light", exact: true });
    const choose = photos.getByLabel("Choose photos");
    await expect(tilesOf(photos)).toHaveCount(3);

    const held = await holdUploads(page);
    await choose.setInputFiles(["cooler-1", "cooler-2", "cooler-3"].map(photoFile));
    await expect(photos.getByRole("progressbar", { name: "Upload" })).toHaveCount(3);
    await expect(photos.getByText("Waiting", { exact: true })).toHaveCount(1);
    await expect(photos.getByText("0 %", { exact: true })).toHaveCount(2);
    await expect.poll(() => held.length).toBe(2);
    await expect(photos.getByText("Choose photos")).toBeHidden();

    await photos.getByRole("button", { name: "Cancel the upload of photo 4" }).click();
    await expect(photos.getByRole("status").getByText("Upload canceled")).toBeAttached();
    await expect(tilesOf(photos)).toHaveCount(5);
    await expect.poll(() => held.length).toBe(3);
    await held[1]?.abort("connectionfailed");
    await expect(photos.getByText("We could not reach the server.", { exact: false }).first()).toBeVisible();
    await held[2]?.continue();
    await inForm(page, 4);
    await page.unroute("**/api/photos");
    await photos.getByRole("button", { name: "Try again" }).click();
    await inForm(page, 5);
    await expect(photos.getByRole("progressbar")).toHaveCount(0);
  });

  test("that cannot be kept are refused with a reason, and with another try only where that helps", async ({
    page,
    context,
  }) => {
    await createAccount(context.request);
    await page.goto("/dev/gallery");
    const photos = page.getByRole("group", { name: "Photos, light", exact: true });
    const choose = photos.getByLabel("Choose photos");
    await choose.setInputFiles([fileOf("holiday.jpg", Buffer.from("<script>alert(1)</script>"))]);
    await expect(tilesOf(photos).last()).toContainText("This is not a photo we can read.", PATIENT);
    await expect(photos.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await photos.getByRole("button", { name: "Remove photo 4" }).click();
    await choose.setInputFiles([fileOf("huge.jpg", Buffer.alloc(15 * 1024 * 1024 + 1))]);
    await expect(tilesOf(photos).last()).toContainText("The file is larger than 15 MB.");
    await inForm(page, 3);
  });

  test("are put into order by buttons, by keys and by dragging; the first is the cover", async ({ page }) => {
    await page.goto("/dev/gallery");
    const photos = page.getByRole("group", { name: "Photos, light", exact: true });
    const press = (name: string) => photos.getByRole("button", { name, exact: true }).click();
    await expect.poll(() => coverOf(photos)).toContain("cordless-drill-1");

    await press("Move photo 1 later");
    expect(await coverOf(photos)).toContain("cordless-drill-2");
    await press("Make photo 3 the cover");
    expect(await coverOf(photos)).toContain("dome-tent-1");
    await expect(tilesOf(photos).first()).toContainText("Cover");
    await expect(photos.getByRole("status").getByText("It is the cover now", { exact: false })).toBeAttached();

    await photos.getByRole("button", { name: "Drag photo 1", exact: true }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("The photo is over place 1 of 3.")).toBeAttached();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByText("The photo is over place 2 of 3.")).toBeAttached();
    await page.keyboard.press("Space");
    await expect.poll(() => coverOf(photos)).toContain("cordless-drill-2");

    // Both keys before anything else can run, as on a busy device.
    await photos.getByRole("button", { name: "Drag photo 2", exact: true }).evaluate((handle) => {
      for (const [code, key] of [
        ["Space", " "],
        ["ArrowLeft", "ArrowLeft"],
      ]) {
        handle.dispatchEvent(new KeyboardEvent("keydown", { code, key, bubbles: true, cancelable: true }));
      }
    });
    await expect(page.getByText("The photo is over place 1 of 3.")).toBeAttached();
    await page.keyboard.press("Escape");
    await expect(page.getByText("The photo stays at place 2 of 3.")).toBeAttached();

    await drag(page, tilesOf(photos).nth(1).getByRole("img"), tilesOf(photos).first());
    await expect.poll(() => coverOf(photos)).toContain("dome-tent-1");
    // Letting go counts as a click somewhere: clicks are ignored for a moment after a drag, faster than any hand.
    await page.waitForTimeout(500);
    await press("Remove photo 1");
    await inForm(page, 2);
    expect(await coverOf(photos)).toContain("cordless-drill-2");
  });
});

test("a profile picture is chosen, shown and removed", async ({ page, context }) => {
  await createAccount(context.request);
  await page.goto("/profile");
  await page.getByLabel("Add a picture").setInputFiles(photoFile("cooler-1"));
  await expect(page.getByText("Picture saved")).toBeVisible(PATIENT);
  const picture = (await readCurrentUser(context.request))?.profileImageUrl;
  expect(picture).toMatch(/^\/media\/photos\/[0-9a-f-]+\/full\.webp$/);
  await expect(page.getByRole("banner").locator(`img[src="${picture}"]`)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("main").locator(`img[src="${picture}"]`).first()).toBeVisible();
  await page.getByRole("button", { name: "Remove picture" }).click();
  await expect(page.getByText("Picture removed")).toBeVisible();
  expect((await readCurrentUser(context.request))?.profileImageUrl).toBeNull();
});
