import { expectAccessibleOverlay } from "../support/expect-accessible.ts";
import { dollars } from "../support/item-cards.ts";
import { findItem, freeRange, readDays } from "../support/rental-form.ts";
import { expect, test } from "../support/test.ts";

test("a listing shows the API's data and enlarges its photos, and counts one view", async ({ page, request }) => {
  const item = await findItem(
    request,
    ({ images, cancellationPolicy, minRentalDays, foodTruck }) =>
      images.length >= 3 && cancellationPolicy === "flexible" && minRentalDays === 1 && !foodTruck,
  );
  const { from, to } = freeRange((await readDays(request, item.id)).slice(7), 1);
  const views: string[] = [];
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().endsWith("/views")) views.push(sent.url());
  });
  await page.goto(`/listings/${item.id}?from=${from}&to=${to}`);
  await expect(page).toHaveTitle(`${item.title} · Nexby`);
  const listing = page.getByRole("article");
  await expect(listing.getByRole("heading", { level: 1 })).toHaveText(item.title);
  await expect(listing.getByText(item.location, { exact: true })).toBeVisible();
  await expect(listing.getByText(`Shared by ${item.owner.firstName} ${item.owner.lastName.charAt(0)}.`)).toBeVisible();
  await expect(listing).toContainText(item.description.split("\n")[0] ?? "");
  await expect(listing.getByRole("complementary", { name: "Price" })).toContainText(`${dollars(item.dailyRate)} / day`);
  const facts = page.getByRole("region", { name: "Good to know" });
  await expect(facts).toContainText(Number(item.depositAmount) ? dollars(item.depositAmount) : "None");
  await expect(facts).toContainText(new RegExp(item.cancellationPolicy, "i"));

  const day = new Date(`${from}T12:00:00Z`).toLocaleDateString("en-US", { month: "short", day: "numeric" });
  await expect(page.getByRole("region", { name: "Cancellation" })).toContainText(`Cancel by ${day}, 9:00`);
  const place = page.getByRole("region", { name: "Where it is" });
  await place.scrollIntoViewIfNeeded();
  await expect(place).toContainText(`Around ${item.location}.`);
  const reviews = page.getByRole("region", { name: "Reviews" });
  await reviews.scrollIntoViewIfNeeded();
  await expect(reviews).toContainText(item.averageRating === null ? "No reviews yet" : item.averageRating.toFixed(1));
  // Loaded when they come near.
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Similar items" }).getByRole("link").first()).toBeVisible();
  await expect.poll(() => views).toHaveLength(1);

  const photos = page.getByRole("group", { name: `Photos of ${item.title}` });
  await expect(photos.getByRole("img")).toHaveCount(Math.min(item.images.length, 3));
  await expect(page.getByRole("button", { name: "Next photo" })).toBeHidden();
  const opener = photos.getByRole("button").first();
  await opener.focus();
  await page.keyboard.press("Enter");
  const lightbox = page.getByRole("dialog", { name: `Photos of ${item.title}` });
  await expect(lightbox.getByText(`1 / ${item.images.length}`)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(lightbox.getByText(`2 / ${item.images.length}`)).toBeVisible();
  await expectAccessibleOverlay(page, "light");
  await page.keyboard.press("Escape");
  await expect(lightbox).toHaveCount(0);
  await expect(opener).toBeFocused();

  // A phone shows one photo after the other.
  await page.setViewportSize({ width: 390, height: 844 });
  const images = photos.getByRole("img");
  await photos.scrollIntoViewIfNeeded();
  await expect(images.nth(1)).not.toBeInViewport({ ratio: 0.5 });
  await page.getByRole("button", { name: "Next photo" }).click();
  await expect(images.nth(1)).toBeInViewport({ ratio: 0.9 });
  await page.getByRole("button", { name: "Previous photo" }).click();
  await expect(images.nth(0)).toBeInViewport({ ratio: 0.9 });
});
