import { readDemoRentals, readItem } from "./support/api.ts";
import { cardsOf, dollars } from "./support/item-cards.ts";
import { expect, test } from "./support/test.ts";

test("shows what the API says about an item", async ({ page, request }) => {
  const [first] = await readDemoRentals(request);
  const item = await readItem(request, first?.id ?? "");
  await page.goto(`/listings/${item.id}`);
  await expect(page).toHaveTitle(`${item.title} · Nexby`);
  const listing = page.getByRole("article");
  await expect(listing.getByRole("heading", { level: 1 })).toHaveText(item.title);
  await expect(listing.getByText(item.location, { exact: true })).toBeVisible();
  await expect(listing.getByText(`Shared by ${item.owner.firstName} ${item.owner.lastName.charAt(0)}.`)).toBeVisible();
  await expect(listing).toContainText(item.description.split("\n")[0] ?? "");
  await expect(listing.getByRole("complementary", { name: "Price" })).toContainText(`${dollars(item.dailyRate)} / day`);
  await expect(page.getByRole("group", { name: `Photos of ${item.title}` }).getByRole("img")).toHaveCount(
    Math.min(item.images.length, 3),
  );
});

test("says of every item what its owner asks", async ({ page, request }) => {
  const items = await readDemoRentals(request);
  for (const { id } of [items[0], items[10], items.at(-1)].filter((item) => item !== undefined)) {
    const item = await readItem(request, id);
    await page.goto(`/listings/${id}`);
    const facts = page.getByRole("region", { name: "Good to know" });
    const fact = (label: string) =>
      facts
        .locator("dl > div")
        .filter({ has: page.getByText(label, { exact: true }) })
        .getByRole("definition");
    await expect(fact("Deposit")).toContainText(Number(item.depositAmount) ? dollars(item.depositAmount) : "None");
    await expect(fact("Cleaning")).toContainText(
      Number(item.cleaningFee) ? dollars(item.cleaningFee) : "No cleaning fee",
    );
    if (Number(item.lateReturnFee)) await expect(fact("Late return")).toContainText(dollars(item.lateReturnFee));
    else await expect(fact("Late return")).toHaveCount(0);
    const handovers = { pickup: item.offerPickup, meetup: item.offerMeetup, delivery: item.offerDelivery };
    for (const [way, isOffered] of Object.entries(handovers)) {
      const text = expect(fact("Handover"));
      await (isOffered ? text : text.not).toContainText(new RegExp(way, "i"));
    }
    await expect(fact("Rental days")).toContainText(String(item.minRentalDays));
    await expect(fact("Cancellation")).toContainText(new RegExp(item.cancellationPolicy, "i"));
  }
});

test("opens from its card with the focus on its heading, and back leads to the same place", async ({ page }) => {
  await page.goto("/browse");
  const card = cardsOf(page).nth(8);
  const title = (await card.getByRole("heading").textContent()) ?? "";
  await card.scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(100);

  await card.click();
  const heading = page.getByRole("heading", { level: 1, name: title });
  await expect(heading).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
});

test("shows its photos side by side, or one after the other on a phone", async ({ page, request, viewport }) => {
  const [item] = await readDemoRentals(request);
  await page.goto(`/listings/${item?.id}`);
  const next = page.getByRole("button", { name: "Next photo" });
  if (viewport && viewport.width >= 768) {
    await expect(page.getByRole("group", { name: /^Photos of/ })).toBeVisible();
    await expect(next).toBeHidden();
    return;
  }
  const photos = page.getByRole("group", { name: /^Photos of/ }).getByRole("img");
  await expect(photos.nth(1)).not.toBeInViewport({ ratio: 0.5 });
  await next.click();
  await expect(photos.nth(1)).toBeInViewport({ ratio: 0.9 });
  await page.getByRole("button", { name: "Previous photo" }).click();
  await expect(photos.nth(0)).toBeInViewport({ ratio: 0.9 });
});

test.describe("of an item that does not exist", () => {
  test.use({ expectedProblems: /status of 404/ });

  test("answers 404 and says so", async ({ page }) => {
    const response = await page.goto("/listings/01900000-0000-7000-8000-000000000000");
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/not found/);
    await page.getByRole("link", { name: "Browse items near you" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^\d+ results$/);
  });
});
