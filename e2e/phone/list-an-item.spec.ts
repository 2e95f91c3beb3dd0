import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleOverlay } from "../support/expect-accessible.ts";
import {
  categoryIdsOf,
  createLister,
  next,
  PLAIN_PHOTO,
  readOwnItem,
  stepHeading,
  stepLink,
} from "../support/listers.ts";
import { openInApp } from "../support/shell.ts";
import { expect, PHONE, test } from "../support/test.ts";

test.use(PHONE);

const TITLE = "Dome tent for the whole family";
/** The gallery's test covers the form controls in dark mode. */
const IN_LIGHT = { isDarkToo: false };

const expectSaved = (page: Page) => expect(page.getByText("Saved", { exact: true })).toBeVisible();

async function addPhotos(page: Page): Promise<void> {
  await next(page).click();
  await expect(page.getByText("At least 3 images are required")).toBeVisible();
  await expect(stepLink(page, "Photos")).toHaveAccessibleName(/please check/);
  const photo = (name: string) => ({ name, mimeType: "image/png", buffer: PLAIN_PHOTO });
  await page.getByLabel("Choose photos").setInputFiles(["1.png", "2.png", "3.png"].map(photo));
  await expect(page.getByText("At least 3 images are required")).toBeHidden();
  await next(page).click();
  await expect(stepHeading(page, "Basics")).toBeFocused();
}

async function fillBasics(page: Page): Promise<void> {
  const title = page.getByRole("textbox", { name: "Title" });
  await next(page).click();
  const report = page.getByRole("alert").filter({ hasText: "Please check these 3 fields" });
  await expect(report.getByRole("link")).toHaveText([
    "Title is required",
    "At least one category is required",
    "Please choose a condition",
  ]);
  await report.getByRole("link", { name: "Title is required" }).click();
  await expect(title).toBeFocused();
  await title.fill("t".repeat(201));
  await title.blur();
  await expect(title).toHaveAccessibleDescription(/Title must be at most 200 characters/);
  await title.fill(TITLE);
  await page.getByRole("textbox", { name: "Description" }).fill("Sleeps four.\nPegs included.");
  const categories = page.getByRole("group", { name: "Categories" });
  for (const name of ["Outdoor Recreation", "Camping & Outdoor", "Storage", "Catering"]) {
    await categories.getByRole("checkbox", { name }).check();
  }
  await page.getByRole("radiogroup", { name: "Condition" }).getByRole("radio", { name: "Like new" }).check();
  await page.getByRole("textbox", { name: "Replacement value" }).fill("349.50");
  await next(page).click();
  await expect(categories).toHaveAccessibleDescription(/Maximum 3 categories allowed/);
  await categories.getByRole("checkbox", { name: "Catering" }).uncheck();
  await expect(categories).not.toHaveAccessibleDescription(/Maximum 3 categories allowed/);
  await next(page).click();
}

async function fillPrice(page: Page): Promise<void> {
  await expect(stepHeading(page, "Price and fees")).toBeFocused();
  const rate = page.getByRole("textbox", { name: "Daily rate" });
  await next(page).click();
  await expect(rate).toHaveAccessibleDescription(/Daily rate is required/);
  await expect(rate).toBeFocused();
  await expectAccessible(page, IN_LIGHT);
  await rate.fill("25");
  const earnings = page.getByRole("region", { name: "What you earn" }).getByRole("definition");
  await expect(earnings).toHaveText(["$23.75", "$71.25", "$166.25"]);
  await page.getByRole("textbox", { name: "Cleaning fee" }).fill("10.00");
  await page.getByRole("textbox", { name: "Setup fee", exact: true }).fill("5.50");
  await page.getByRole("textbox", { name: "Setup fee per unit" }).fill("2");
  await expect(earnings).toHaveText(["$40.37", "$87.87", "$182.87"]);
  await page.getByRole("textbox", { name: "Deposit" }).fill("50");
  await page.getByRole("textbox", { name: "Late return fee" }).fill("30");
  await expectSaved(page);
}

async function resumeDraft(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByText("We restored your draft")).toBeVisible();
  await expect(stepHeading(page, "Price and fees")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Daily rate" })).toHaveValue("25");
  await stepLink(page, "Basics").click();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue(TITLE);
  await page.goBack();
  await expect(stepHeading(page, "Price and fees")).toBeFocused();
  await next(page).click();
}

async function fillHandoff(page: Page): Promise<void> {
  await expect(stepHeading(page, "Location and handoff")).toBeFocused();
  await next(page).click();
  const location = page.getByRole("combobox", { name: "Street address" });
  await expect(location).toHaveAccessibleDescription(/Street address is required/);
  await expectAccessible(page, IN_LIGHT);
  await location.fill("07040");
  await page
    .getByRole("option", { name: /Maplewood/ })
    .first()
    .click();
  await page.getByRole("checkbox", { name: "Meetup" }).check();
  await page.getByRole("checkbox", { name: "Delivery" }).check();
  await page.getByRole("textbox", { name: "Delivery fee" }).fill("12");
  const radius = page.getByRole("textbox", { name: "Delivery radius" });
  await radius.fill("near");
  await next(page).click();
  await expect(radius).toHaveAccessibleDescription(/Delivery radius must be a number/);
  await radius.fill("7.5");
  await next(page).click();
}

async function fillAvailability(page: Page): Promise<void> {
  await expect(stepHeading(page, "Availability and quantity")).toBeFocused();
  await page.getByRole("textbox", { name: "Shortest rental" }).fill("2");
  await page.getByRole("textbox", { name: "Longest rental" }).fill("14");
  await expect(page.getByText("You’re available for handoffs every day")).toBeVisible();
  const notes = page.getByRole("textbox", { name: "Availability notes" });
  await notes.fill("n".repeat(201));
  await next(page).click();
  await expect(notes).toHaveAccessibleDescription(/Availability notes must be at most 200 characters/);
  await expectAccessible(page, IN_LIGHT);
  await notes.fill("Not on school nights");
  await page.getByRole("textbox", { name: "Number of units" }).fill("3");
  await page.getByRole("textbox", { name: "Most units per booking" }).fill("2");
  await page.getByRole("combobox", { name: "Time between rentals" }).selectOption("1 day");
  await page.getByRole("radio", { name: "Moderate" }).check();
  await next(page).click();
}

async function publish(page: Page): Promise<string> {
  await expect(stepHeading(page, "Preview")).toBeFocused();
  const summary = page.getByRole("region", { name: "Summary" });
  await expect(summary.getByRole("heading", { name: TITLE })).toBeVisible();
  await expect(summary).toContainText("Maplewood, NJ");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page).toHaveURL(/\/listings\/[0-9a-f-]{36}$/);
  await expect(page.getByText("Your listing is live", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: TITLE })).toBeVisible();
  return page.url().replace(/^.*\//, "");
}

test("[LIST-01] [VAL-08] [LOC-01] an owner creates, publishes, edits, pauses and deletes a listing", async ({
  page,
  context,
  browser,
}) => {
  await createLister(browser, context, "Lars Lister");
  await test.step("the bottom bar leads to the form", async () => {
    await page.goto("/help-center");
    await page.getByRole("navigation", { name: "Bottom bar" }).getByRole("link", { name: "List Item" }).click();
    await expect(page).toHaveURL("/create-listing");
  });
  await addPhotos(page);
  await fillBasics(page);
  await fillPrice(page);
  await resumeDraft(page);
  await fillHandoff(page);
  await fillAvailability(page);
  const itemId = await publish(page);

  const categoryIds = await categoryIdsOf(context.request, "outdoor-recreation", "camping-and-outdoor", "storage");
  const item = await readOwnItem(context.request, itemId);
  expect(item).toMatchObject({
    title: TITLE,
    description: "Sleeps four.\nPegs included.",
    categoryIds,
    condition: "like_new",
    isAvailable: true,
    dailyRate: "25.00",
    depositAmount: "50.00",
    lateReturnFee: "30.00",
    cleaningFee: "10.00",
    setupFlatFeeCents: 550,
    setupPerUnitFeeCents: 200,
    replacementValueCents: 34_950,
    offerPickup: true,
    offerMeetup: true,
    offerDelivery: true,
    deliveryFee: "12.00",
    deliveryRadius: 7.5,
    minRentalDays: 2,
    maxRentalDays: 14,
    availabilityNotes: "Not on school nights",
    allowQuantity: true,
    quantityTotal: 3,
    quantityMinPerBooking: 1,
    quantityMaxPerBooking: 2,
    turnaroundMinutes: 1440,
    cancellationPolicy: "moderate",
    timezone: "America/New_York",
    town: "Maplewood, NJ",
  });
  expect(item.images).toHaveLength(3);
  expect(await (await context.request.get("/api/owner/drafts")).json()).toEqual([]);

  await test.step("an edit survives a reload and is saved", async () => {
    await openInApp(page, `/listings/${itemId}/edit?step=price`);
    await page.getByRole("textbox", { name: "Daily rate" }).fill("31.50");
    await expectSaved(page);
    await page.reload();
    await expect(page.getByText("We restored your draft")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Daily rate" })).toHaveValue("31.50");
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page).toHaveURL("/my-listings");
    await expect(page.getByText("Changes saved", { exact: true })).toBeVisible();
    expect(await readOwnItem(context.request, itemId)).toEqual({ ...item, dailyRate: "31.50" });
  });

  await test.step("the owner pauses the listing", async () => {
    await page.getByRole("button", { name: /^More actions for / }).click();
    await expect(page.getByRole("menuitem", { name: "View" })).toHaveAttribute("href", `/listings/${itemId}`);
    await expectAccessibleOverlay(page, "dark");
    await page.keyboard.press("Escape");
    await page.getByRole("main").getByRole("link", { name: /^Edit/ }).click();
    await expect(page).toHaveURL(`/listings/${itemId}/edit`);
    await expect(page.getByText("We restored your draft")).toBeHidden();
    await page.getByRole("button", { name: "Pause listing" }).click();
    await expect(page.getByText("Your listing is paused", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Resume listing" })).toBeFocused();
    expect((await readOwnItem(context.request, itemId)).isAvailable).toBe(false);
  });

  await test.step("the owner deletes the listing", async () => {
    await page.getByRole("button", { name: "Delete listing" }).click();
    const question = page.getByRole("alertdialog", { name: `Delete ${TITLE}?` });
    await expectAccessibleOverlay(page, "dark");
    await question.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete listing" }).click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page).toHaveURL("/my-listings");
    await expect(page.getByText("Your listing was deleted", { exact: true })).toBeVisible();
    expect((await context.request.get(`/api/items/${itemId}`)).status()).toBe(404);
  });
});
