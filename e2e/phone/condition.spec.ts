import type { Page } from "@playwright/test";
import { type Participant, readBooking, requestItem, bookingTest as test } from "../support/bookings.ts";
import { expectAccessible } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing, PLAIN_PHOTO } from "../support/listers.ts";
import { expect } from "../support/test.ts";

// A refused receipt, a failed upload, and a phone without a connection.
test.use({ expectedProblems: /status of (409|503)|ERR_(FAILED|INTERNET_DISCONNECTED)/ });

const PHOTO = { name: "photo.png", mimeType: "image/png", buffer: PLAIN_PHOTO };

const card = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
const sheet = (page: Page) => page.getByRole("dialog", { name: /^Report condition/ });
const question = (page: Page) => page.getByRole("alertdialog");

const takePhoto = (page: Page) => sheet(page).getByLabel("Take a photo: The whole item").setInputFiles(PHOTO);

async function openSheet(page: Page, name: string): Promise<void> {
  await card(page, name)
    .getByRole("button", { name: /^Report condition/ })
    .tap();
}

async function sendReport(page: Page): Promise<void> {
  await sheet(page).getByRole("radio", { name: "Good" }).check();
  await sheet(page).getByRole("button", { name: "Send report" }).tap();
  await expect(sheet(page)).toHaveCount(0);
}

async function confirm({ page }: Participant, label: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: label, exact: true }).tap();
  await question(page).getByRole("button", { name: label, exact: true }).tap();
  await expect(question(page)).toHaveCount(0);
}

async function answer(page: Page, label: string, confirmLabel: string): Promise<void> {
  const step = page.getByRole("region", { name: "What happens next" });
  await step.getByRole("button", { name: label }).tap();
  await question(page).getByRole("button", { name: confirmLabel }).tap();
  await expect(question(page)).toHaveCount(0);
}

test("[COND-01] two people on phones report the condition at pickup and return, through a failed upload and a lost connection, and prove it", async ({
  renter,
  owner,
}) => {
  const item = await createListing(owner.request, { title: "Dome tent for two" });
  const { id } = await requestItem(renter.request, item.id);
  for (const verb of ["approve", "confirm-time"]) {
    expect((await owner.request.post(`/api/bookings/${id}/${verb}`, { data: {} })).status()).toBe(200);
  }
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");
  await renter.page.goto(`/my-bookings/${id}`);
  await owner.page.goto(`/my-bookings/${id}`);
  const [pickup, giveBack] = ["Condition at pickup", "Condition at return"];

  // A receipt without a photo leads to the report. Its first upload fails and is sent again.
  await expect(card(renter.page, pickup)).toBeVisible();
  await answer(renter.page, "Confirm receipt", "Yes, I have it");
  await expect(sheet(renter.page)).toContainText("then confirm receipt.");
  await renter.page.route("**/photos/*", (route) => route.fulfill({ status: 503, json: { message: "Busy" } }), {
    times: 1,
  });
  await takePhoto(renter.page);
  await expect(sheet(renter.page)).toContainText("On this phone");
  await sheet(renter.page).getByRole("button", { name: "Try again" }).tap();
  await expect(sheet(renter.page)).toContainText("Verified");
  await sheet(renter.page).getByRole("button", { name: "Add a mark" }).tap();
  await sheet(renter.page).getByRole("textbox", { name: "Mark 1" }).fill("Scratch on the pole");
  await expectAccessible(renter.page);
  await expectToFit(renter.page, [320, 390]);

  // A reload loses neither the photo that isn't sent yet nor what was entered.
  await renter.page.route("**/photos/*", (route) => route.abort(), { times: 1 });
  await sheet(renter.page).getByLabel("Take a photo: All the parts").setInputFiles(PHOTO);
  await expect(sheet(renter.page).getByRole("button", { name: "Try again" })).toBeVisible();
  await renter.page.reload();
  await card(renter.page, pickup)
    .getByRole("button", { name: /^Continue your report/ })
    .tap();
  await expect(sheet(renter.page).getByText("Verified")).toHaveCount(2);
  await expect(sheet(renter.page).getByRole("textbox", { name: "Mark 1" })).toHaveValue("Scratch on the pole");
  await sendReport(renter.page);
  await expect(card(owner.page, pickup)).toContainText("Scratch on the pole");

  // The owner reports without a connection. Everything is sent once it is back.
  await owner.page.context().setOffline(true);
  await openSheet(owner.page, pickup);
  await takePhoto(owner.page);
  await expect(sheet(owner.page)).toContainText("You’re offline.");
  await sendReport(owner.page);
  await expect(card(owner.page, pickup)).toContainText("Your report and 1 photo are on this phone.");
  await owner.page.context().setOffline(false);
  await expect(card(owner.page, pickup).getByRole("article", { name: "Your report" })).toBeVisible();
  await expect(card(renter.page, pickup).getByRole("article", { name: "Maya’s report" })).toBeVisible();
  await expect(card(owner.page, pickup)).not.toContainText("on this phone");
  await expectAccessible(owner.page);
  await expectToFit(owner.page);

  await confirm(renter, "Confirm the condition");
  await expect(card(owner.page, pickup)).toContainText("Omar confirmed on");
  await confirm(owner, "Confirm the condition");
  await expect(card(renter.page, pickup)).toContainText("Both agreed");

  await answer(renter.page, "Confirm receipt", "Yes, I have it");
  await answer(renter.page, "Mark as returned", "Mark as returned");
  await openSheet(owner.page, giveBack);
  await takePhoto(owner.page);
  await sendReport(owner.page);
  await expect(card(renter.page, giveBack)).toContainText("Maya’s report");
  await confirm(renter, "Sign the return");
  await expect(card(owner.page, giveBack)).toContainText("Omar signed on");
  await confirm(owner, "Sign the return");

  await renter.page.getByRole("button", { name: "Compare photos" }).tap();
  const slider = renter.page.getByRole("slider", { name: "Move between before and after" });
  await slider.focus();
  await renter.page.keyboard.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "51% before, 49% after");
  await expectAccessible(renter.page);
  await renter.page.keyboard.press("Escape");
  await renter.page.getByRole("button", { name: "Evidence" }).tap();
  const evidence = renter.page.getByRole("dialog", { name: "Evidence" });
  await expect(evidence).toContainText("Everything matches");
  await expect(evidence.getByRole("listitem")).toHaveCount(11);
  await expectAccessible(renter.page);
  await expectToFit(renter.page, [320, 390]);
  await renter.page.keyboard.press("Escape");

  await answer(owner.page, "Everything looks good", "Yes, everything looks good");
  await expect(renter.page.getByRole("main")).toContainText("This rental is completed.");
});
