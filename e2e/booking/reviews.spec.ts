import type { Locator, Page } from "@playwright/test";
import { signInAsDemo } from "../support/accounts.ts";
import { type Participant, readBooking, reportPickup, requestItem, bookingTest as test } from "../support/bookings.ts";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { expectToFit } from "../support/expect-to-fit.ts";
import { createListing } from "../support/listers.ts";
import { openInApp } from "../support/shell.ts";
import { expect, keepStill } from "../support/test.ts";

const reviewsOn = (page: Page): Locator => page.getByRole("main").getByRole("region", { name: "Reviews" });
const sheet = (page: Page): Locator => page.getByRole("dialog", { name: "Write a review" });
const question = (page: Page): Locator => page.getByRole("alertdialog");

/** A rental whose item came back. */
async function returnedRental(renter: Participant, owner: Participant): Promise<{ id: string; itemId: string }> {
  const item = await createListing(owner.request, { title: "Trail kayak", isInstant: true });
  const { id } = await requestItem(renter.request, item.id);
  const command = async ({ request }: Participant, verb: string) => {
    const response = await request.post(`/api/bookings/${id}/${verb}`, { data: {} });
    expect(response.status(), await response.text()).toBe(200);
  };
  await command(owner, "confirm-time");
  await expect.poll(async () => (await readBooking(renter.request, id)).status).toBe("scheduled");
  await reportPickup(renter.request, id);
  await command(renter, "hand-over");
  await command(renter, "return");
  return { id, itemId: item.id };
}

async function review({ page }: Participant, stars: string, comment: string): Promise<void> {
  await reviewsOn(page).getByRole("button", { name: "Write a review" }).click();
  await sheet(page)
    .getByRole("radiogroup", { name: "Overall" })
    .getByRole("radio", { name: stars })
    .check({ force: true });
  await sheet(page).getByLabel("Your review").fill(comment);
  await sheet(page).getByRole("button", { name: "Send review" }).click();
  await expect(sheet(page)).toHaveCount(0);
}

test("[REV-01] [REV-02] both people review, one waits, both appear; the owner replies, and an admin hides a reported review", async ({
  renter,
  owner,
  browser,
}) => {
  const { id, itemId } = await returnedRental(renter, owner);
  await test.step("a review needs stars", async () => {
    await renter.page.goto(`/my-bookings/${id}`);
    await owner.page.goto(`/my-bookings/${id}`);
    await reviewsOn(renter.page).getByRole("button", { name: "Write a review" }).click();
    await sheet(renter.page).getByRole("button", { name: "Send review" }).click();
    await expect(sheet(renter.page).getByText("Please choose 1 to 5 stars").first()).toBeVisible();
    await expectAccessible(renter.page);
    await expectToFit(renter.page, [320, 1440]);
    await sheet(renter.page).getByRole("button", { name: "Close" }).click();
  });

  await test.step("the first review waits, and the other person can't see it", async () => {
    await review(renter, "4 stars", "Tracks straight, but the seat is worn.");
    await expect(reviewsOn(renter.page)).toContainText("Only you can see it.");
    await owner.page.reload();
    await expect(reviewsOn(owner.page).getByRole("button", { name: "Write a review" })).toBeVisible();
    await expect(owner.page.getByText("Tracks straight")).toHaveCount(0);
  });

  await test.step("with the second review, both appear", async () => {
    await review(owner, "5 stars", "Brought it back clean.");
    await expect(reviewsOn(owner.page)).toContainText("Tracks straight, but the seat is worn.");
    // The renter's page updates without a reload.
    await expect(reviewsOn(renter.page)).toContainText("Brought it back clean.");
    await expect(reviewsOn(renter.page)).not.toContainText("Only you can see it.");
  });

  await test.step("the owner replies", async () => {
    await reviewsOn(owner.page)
      .getByRole("button", { name: /^Reply to the review/ })
      .click();
    await question(owner.page).getByRole("textbox").fill("Thanks, I ordered a new seat.");
    await expectAccessibleOverlay(owner.page, "light");
    await question(owner.page).getByRole("button", { name: "Publish reply" }).click();
    await expect(reviewsOn(owner.page)).toContainText("Thanks, I ordered a new seat.");
  });

  await test.step("the listing shows the review and the reply", async () => {
    await openInApp(renter.page, `/listings/${itemId}`);
    const listed = reviewsOn(renter.page);
    await listed.scrollIntoViewIfNeeded();
    for (const text of ["4.0", "Tracks straight", "Verified rental", "Thanks, I ordered a new seat."]) {
      await expect(listed).toContainText(text);
    }
  });

  await test.step("the owner reports the review, and an admin hides it with a reason", async () => {
    await reviewsOn(owner.page)
      .getByRole("button", { name: /^Report the review/ })
      .click();
    await question(owner.page).getByRole("textbox").fill("The seat was fine.");
    await expectAccessibleOverlay(owner.page, "dark");
    await question(owner.page).getByRole("button", { name: "Send report" }).click();
    await expect(question(owner.page)).toHaveCount(0);
    const office = await browser.newContext();
    await keepStill(office);
    await signInAsDemo(office, "ada");
    const admin = await office.newPage();
    await admin.goto("/admin/reviews");
    const reported = admin
      .getByRole("list", { name: "Reviews" })
      .locator("> li")
      .filter({ hasText: "The seat was fine." });
    await expect(reported).toContainText("Tracks straight");
    await expectAccessible(admin, { isDarkToo: false });
    await reported.getByRole("button", { name: /^Hide review/ }).click();
    await question(admin).getByRole("textbox").fill("Off topic");
    await expectAccessibleOverlay(admin, "light");
    await question(admin).getByRole("button", { name: "Hide review" }).click();
    await expect(admin.getByText("Review hidden")).toBeVisible();
    await office.close();
  });

  await test.step("the hidden review is gone, and its author reads why", async () => {
    await renter.page.reload();
    await reviewsOn(renter.page).scrollIntoViewIfNeeded();
    await expect(reviewsOn(renter.page)).toContainText("No reviews yet.");
    await openInApp(renter.page, `/my-bookings/${id}`);
    await expect(reviewsOn(renter.page)).toContainText("We’ve hidden your review. Reason: “Off topic”");
  });
});
