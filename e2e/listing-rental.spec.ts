import type { QuoteView } from "@nexby/contract/quotes";
import type { Locator } from "@playwright/test";
import { createAccount, signInAsDemo } from "./support/accounts.ts";
import {
  chooseDay,
  dayButton,
  dayName,
  findItem,
  freeRange,
  hasCard,
  openRentalForm,
  readDays,
  showDay,
} from "./support/rental-form.ts";
import { expect, test } from "./support/test.ts";

const exact = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

async function expectPrice(form: Locator, { price }: QuoteView): Promise<void> {
  for (const { label, amountCents } of price?.lines ?? []) {
    const line = form.locator("dl > div").filter({ hasText: label }).first();
    await expect(line).toContainText(exact(amountCents));
  }
  await expect(form.getByText("Total", { exact: true }).locator("..")).toContainText(exact(price?.totalCents ?? -1));
}

test("[PRICE-01] [AVAIL-01] days, quantity and handover are chosen, and the price is the server's", async ({
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
  await expect(form.getByText("Enter where to deliver to see whether it is within reach")).toBeVisible();
  await form.getByRole("textbox", { name: "Deliver to" }).fill("99501");
  await expect(form.getByText(/^The owner delivers up to .+ away\. This is [\d,.]+ miles$/)).toBeVisible();
  await form.getByRole("textbox", { name: "Deliver to" }).fill("07040");
  await form.getByRole("switch", { name: "Add insurance" }).check();

  const body = {
    startDate: from,
    endDate: to,
    quantity: item.quantityMinPerBooking + 1,
    exchangeType: "delivery",
    destination: "07040",
    hasInsurance: true,
  };
  const quoted = (await (await request.post(`/api/items/${item.id}/quote`, { data: body })).json()) as QuoteView;
  expect(quoted.isBookable).toBe(true);
  await expectPrice(form, quoted);

  // The address is the choice: it survives a reload, and can be sent to somebody.
  await expect(page).toHaveURL(/exchange=delivery&place=07040&insurance=yes/);
  await page.reload();
  const again = await openRentalForm(page);
  await expectPrice(again, quoted);
  await again.getByRole("link", { name: "Request to book" }).click();
  await expect(page).toHaveURL(/\/auth\?returnTo=/);
  const returnTo = new URL(page.url()).searchParams.get("returnTo") ?? "";
  expect(returnTo).toContain(`/combined-checkout/${item.id}?from=${from}&to=${to}`);
  expect(returnTo).toContain("exchange=delivery&place=07040&insurance=yes");
});

test("[AVAIL-01] what cannot be had cannot be chosen, and says why", async ({ page, request }) => {
  const item = await findItem(
    request,
    ({ minRentalDays, quantityTotal }) => minRentalDays === 1 && quantityTotal === 1,
  );
  const days = await readDays(request, item.id);
  const taken = days.map((day) => ({ ...day, free: 0, freeOvernight: 0 }));
  const [first, second, third, fourth] = days.slice(5).map(({ date }) => date);
  await page.route(/\/api\/items\/[^/]+\/calendar/, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const day of answer.days) {
      day.isHandoffDay = day.date !== fourth;
      day.free = day.freeOvernight = taken.some(({ date }) => date === day.date) && day.date === third ? 0 : 1;
    }
    await route.fulfill({ json: answer });
  });
  await page.goto(`/listings/${item.id}`);
  const form = await openRentalForm(page);
  if (!first || !second || !third || !fourth) throw new Error("The calendar is too short");
  await showDay(form, fourth);
  await expect(form.getByRole("button", { name: `${dayName(third)}, not available` })).toBeDisabled();
  await expect(form.getByRole("button", { name: `${dayName(fourth)}, no handover on this day` })).toBeDisabled();

  // By the keyboard alone.
  await page.goto(`/listings/${item.id}?from=${first}`);
  const keys = await openRentalForm(page);
  await showDay(keys, first);
  await dayButton(keys, first).focus();
  await page.keyboard.press("ArrowRight");
  if (await dayButton(keys, second).isVisible()) {
    await expect(dayButton(keys, second)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`from=${first}&to=${second}`));
  }
  await keys.getByRole("button", { name: "Clear dates" }).click();
  await expect(page).toHaveURL(`/listings/${item.id}`);
});

test("while the server is asked again the last price stays, and only the last question counts", async ({
  page,
  request,
}) => {
  const item = await findItem(request, ({ quantityTotal, allowQuantity, quantityMaxPerBooking, minRentalDays }) =>
    Boolean(allowQuantity && quantityTotal > 3 && (quantityMaxPerBooking ?? 9) > 3 && minRentalDays === 1),
  );
  const { from, to } = freeRange(await readDays(request, item.id), 1);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked: number[] = [];
  await page.route("**/quote", async (route) => {
    asked.push(route.request().postDataJSON().quantity);
    if (asked.length > 1) await isAnswered;
    // One that was given up has nobody to go on to.
    await route.continue().catch(() => undefined);
  });
  await page.goto(`/listings/${item.id}?from=${from}&to=${to}`);
  const form = await openRentalForm(page);
  const total = form.getByText("Total", { exact: true }).locator("..");
  await expect(total).toBeVisible();
  const before = (await total.textContent()) ?? "";
  const more = form.getByRole("button", { name: "More" });
  await more.click();
  await more.click();
  const wanted = item.quantityMinPerBooking + 2;
  await expect.poll(() => asked.at(-1)).toBe(wanted);
  await expect(form.locator("[aria-busy=true]").filter({ hasText: "Total" })).toBeVisible();
  await expect(total).toHaveText(before);
  await expect(form.getByRole("button", { name: "Request to book" })).toBeDisabled();
  answer();
  await expect(form.getByText(`× ${wanted}`)).toBeVisible();
  await expect(total).not.toHaveText(before);
});

test("who asks decides what leads on", async ({ page, context, request }) => {
  const item = await findItem(
    request,
    ({ owner, minRentalDays, foodTruck }) => owner.firstName === "Sam" && minRentalDays === 1 && !foodTruck,
  );
  const { from, to } = freeRange(await readDays(request, item.id), 1);
  const address = `/listings/${item.id}?from=${from}&to=${to}`;

  await signInAsDemo(context, "sam");
  await page.goto(address);
  const edit = page.getByRole("complementary", { name: "Price" }).getByRole("link", { name: "Edit listing" });
  await expect(edit).toHaveAttribute("href", `/listings/${item.id}/edit`);

  await signInAsDemo(context, "omar");
  await page.goto(address);
  let form = await openRentalForm(page);
  await form.getByRole("link", { name: "Request to book" }).click();
  await expect(page).toHaveURL(new RegExp(`/combined-checkout/${item.id}\\?from=${from}&to=${to}`));

  // What the checkout still asks for would be asked by nobody.
  await page.goto("about:blank");
  await context.clearCookies();
  await createAccount(context.request);
  await page.goto(address);
  form = await openRentalForm(page);
  await expect(form.getByRole("button", { name: "Request to book" })).toBeDisabled();
  await expect(form.getByText("You can rent items once an administrator approves you.")).toBeVisible();
});

test("[FOOD-01] a food truck is priced by its guests, its way and its mode", async ({ page, request }) => {
  const item = await findItem(request, ({ foodTruck }) => (foodTruck?.offeredModes.length ?? 0) > 1);
  const { from, to } = freeRange(await readDays(request, item.id), 1);
  await page.goto(`/listings/${item.id}`);
  const truck = page.getByRole("region", { name: "The food truck" });
  await expect(truck.getByRole("table")).toBeVisible();
  await expect(truck).toContainText(`${item.foodTruck?.prepLeadTimeHours} hours`);

  const form = await openRentalForm(page);
  await chooseDay(form, from);
  await expect(form.getByText("Enter where your event is to see the price")).toBeVisible();
  await form.getByRole("textbox", { name: "Guests" }).fill("80");
  await form.getByRole("textbox", { name: "Event place" }).fill("07079");
  const ask = async (mode: string) => {
    const foodTruck = { mode, headcount: 80 };
    const data = { startDate: from, endDate: to, destination: "07079", foodTruck };
    return (await (await request.post(`/api/items/${item.id}/quote`, { data })).json()) as QuoteView;
  };
  await expectPrice(form, await ask("PER_PERSON"));
  await form.getByRole("radio", { name: "Guests pay at the truck" }).check();
  await expectPrice(form, await ask("APPEARANCE"));
  await expect(page).toHaveURL(/place=07079&mode=APPEARANCE&guests=80/);
  await form.getByRole("textbox", { name: "Event place" }).fill("99501");
  await expect(form.getByText(/^The truck drives up to/)).toHaveCount(2);
});

test("photos open as large as the screen, and the focus comes back", async ({ page, request }) => {
  const item = await findItem(request, ({ images }) => images.length >= 3);
  await page.goto(`/listings/${item.id}`);
  const opener = page
    .getByRole("group", { name: /^Photos of/ })
    .getByRole("button")
    .first();
  await opener.focus();
  await page.keyboard.press("Enter");
  const lightbox = page.getByRole("dialog", { name: `Photos of ${item.title}` });
  await expect(lightbox.getByText(`1 / ${item.images.length}`)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(lightbox.getByText(`2 / ${item.images.length}`)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lightbox).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("the page says the policy with its dates, shows around where it is, and counts one look", async ({
  page,
  request,
}) => {
  const item = await findItem(
    request,
    ({ cancellationPolicy, minRentalDays, foodTruck }) =>
      cancellationPolicy === "flexible" && minRentalDays === 1 && !foodTruck,
  );
  const later = (await readDays(request, item.id)).slice(7);
  const { from, to } = freeRange(later, 1);
  const looks: string[] = [];
  page.on("request", (sent) => {
    if (sent.method() === "POST" && sent.url().endsWith("/views")) looks.push(sent.url());
  });
  await page.goto(`/listings/${item.id}`);
  const policy = page.getByRole("region", { name: "Cancellation" });
  await expect(policy).toContainText("Cancel until 24 hours before the start");
  const map = page.getByRole("region", { name: "Where it is" });
  await map.scrollIntoViewIfNeeded();
  await expect(map).toContainText(`Around ${item.location}.`);
  await page.getByRole("region", { name: "Reviews" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("region", { name: "Reviews" })).toContainText(
    item.averageRating === null ? "Nobody has reviewed this item yet" : item.averageRating.toFixed(1),
  );
  await expect(page.getByRole("region", { name: "Similar items" }).getByRole("link").first()).toBeVisible();
  await expect.poll(() => looks).toHaveLength(1);

  await page.goto(`/listings/${item.id}?from=${from}&to=${to}`);
  const day = new Date(`${from}T12:00:00Z`).toLocaleDateString("en-US", { month: "short", day: "numeric" });
  await expect(policy).toContainText(`Until ${day}, 9:00`);
  expect(hasCard(page) || (await page.getByRole("button", { name: "Continue" }).isVisible())).toBe(true);
});
