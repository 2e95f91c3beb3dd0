import type { QuoteView } from "@nexby/contract/bookings/quotes";
import type { Locator } from "@playwright/test";
import { chooseDay, findItem, freeRange, openRentalForm, readDays } from "../support/rental-form.ts";
import { expect, test } from "../support/test.ts";

const exact = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

async function expectPrice(form: Locator, { price }: QuoteView): Promise<void> {
  for (const { label, amountCents } of price?.lines ?? []) {
    const line = form.locator("dl > div").filter({ hasText: label }).first();
    await expect(line).toContainText(exact(amountCents));
  }
  await expect(form.getByText("Total", { exact: true }).locator("..")).toContainText(exact(price?.totalCents ?? -1));
}

test("[PRICE-01] [AVAIL-01] a visitor chooses days, quantity and delivery, and sees the price the server quotes", async ({
  page,
  request,
}) => {
  const item = await findItem(
    request,
    ({ offerPickup, offerDelivery, quantityTotal, allowQuantity, foodTruck }) =>
      offerPickup && offerDelivery && allowQuantity && quantityTotal > 1 && !foodTruck,
  );
  const { from, to } = freeRange(await readDays(request, item.id), 3, 2);
  await page.goto(`/listings/${item.id}`);
  const form = await openRentalForm(page);
  await chooseDay(form, from);
  await chooseDay(form, to);
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
  await form.getByRole("button", { name: "More" }).click();
  await form.getByRole("radio", { name: /Delivery/ }).check();
  await expect(form.getByText("Enter your delivery address to see if the owner delivers there")).toBeVisible();
  await form.getByRole("textbox", { name: "Deliver to" }).fill("99501");
  await expect(
    form.getByText(/^The owner delivers up to .+ away\. This address is [\d,.]+ miles away\.$/),
  ).toBeVisible();
  await form.getByRole("textbox", { name: "Deliver to" }).fill("07040");
  await expect(form.getByRole("switch")).toHaveCount(0);

  const body = {
    startDate: from,
    endDate: to,
    quantity: item.quantityMinPerBooking + 1,
    exchangeType: "delivery",
    destination: "07040",
    hasInsurance: false,
  };
  const quoted = (await (await request.post(`/api/items/${item.id}/quote`, { data: body })).json()) as QuoteView;
  expect(quoted.isBookable).toBe(true);
  await expectPrice(form, quoted);

  await form.getByRole("link", { name: "Request to book" }).click();
  await expect(page).toHaveURL(/\/auth\?returnTo=/);
  const returnTo = new URL(page.url()).searchParams.get("returnTo") ?? "";
  expect(returnTo).toContain(`/combined-checkout/${item.id}?from=${from}&to=${to}`);
  expect(returnTo).toContain("exchange=delivery&place=07040");
});

test("[FOOD-01] a food truck is priced by guests, distance and who pays", async ({ page, request }) => {
  const item = await findItem(request, ({ foodTruck }) => (foodTruck?.offeredModes.length ?? 0) > 1);
  const { from, to } = freeRange(await readDays(request, item.id), 1);
  await page.goto(`/listings/${item.id}`);
  const truck = page.getByRole("region", { name: "About the food truck" });
  await expect(truck.getByRole("table")).toBeVisible();
  await expect(truck).toContainText(`${item.foodTruck?.prepLeadTimeHours} hours`);

  const form = await openRentalForm(page);
  await chooseDay(form, from);
  await expect(form.getByText("Enter your event’s address to see the price")).toBeVisible();
  await form.getByRole("textbox", { name: "Guests" }).fill("80");
  await form.getByRole("textbox", { name: "Event location" }).fill("07079");
  const quote = async (mode: string) => {
    const foodTruck = { mode, headcount: 80 };
    const data = { startDate: from, endDate: to, destination: "07079", foodTruck };
    return (await (await request.post(`/api/items/${item.id}/quote`, { data })).json()) as QuoteView;
  };
  await expectPrice(form, await quote("PER_PERSON"));
  await form.getByRole("radio", { name: "Guests pay at the truck" }).check();
  await expectPrice(form, await quote("APPEARANCE"));
  await expect(page).toHaveURL(/place=07079&mode=APPEARANCE&guests=80/);
  await form.getByRole("textbox", { name: "Event location" }).fill("99501");
  await expect(form.getByText(/^The truck travels up to/)).toBeVisible();
  await expect(form.getByText(/^The truck comes to your event, up to \d+ miles away\.$/)).toBeVisible();
});
