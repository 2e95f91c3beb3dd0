import { downloadReceipt } from "@nexby/contract/money/payments";
import { beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { inventoryHolds } from "../../../schema/inventory.ts";
import { items } from "../../../schema/listings.ts";
import type { FrozenPrice } from "../../../schema/payments.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { MoneyUnderTest, PRICE } from "../../../testing/bookings/payments-under-test.ts";
import { readPdfText } from "../../../testing/bookings/pdf-text.ts";
import { callExpectingError } from "../../../testing/call.ts";
import { createItem } from "../../../testing/factories.ts";
import { type Member, useMembers } from "../../../testing/people/members.ts";
import { openPayment, startPayment } from "../../payments/commands/open-payment.ts";
import { requestCapture } from "../../payments/commands/request-capture.ts";
import { requestRefund } from "../../payments/commands/request-refund.ts";

const { database, payments, origin, join } = useMembers();

const TITLE =
  "Kayak „Żółta łódź“ with two paddles, two life vests, a dry bag and a carrier for the roof, for weekends on the lake";
const price: FrozenPrice = { ...PRICE, tax: { ...PRICE.tax, jurisdiction: "Maplewood, NJ" } };

let payer: Member;
let owner: Member;
let money: MoneyUnderTest;
beforeAll(async () => {
  money = new MoneyUnderTest(database().db, payments());
  payer = await join("Zoë", "Ångström-Łukasiewicz");
  owner = await join("José", "Ñandú");
});

/**
 * A rental in another time zone: 1:30 AM UTC is the previous evening there. Its units are held from two hours before
 * the start, like a food truck's setup time.
 */
async function createRentalPayment(): Promise<string> {
  const { db } = database();
  const timezone = "America/Los_Angeles";
  const [startAt, endAt] = [new Date("2035-06-05T01:30:00Z"), new Date("2035-06-08T01:00:00Z")];
  const itemId = await createItem(db, { ownerId: owner.id, title: TITLE, timezone });
  const ids = { itemId, ownerId: owner.id, renterId: payer.id };
  const { id: bookingId } = await createBooking(db, { ...ids, startAt, endAt, timezone });
  const startTime = new Date(startAt.getTime() - 2 * 3_600_000);
  await db
    .insert(inventoryHolds)
    .values({ listingId: itemId, bookingId, kind: "reservation", renterUserId: payer.id, startTime, endTime: endAt });
  const participants = { bookingId, payerId: payer.id, ownerId: owner.id };
  const options = { capture: "manual" as const, savesCard: false, description: TITLE };
  return db.transaction((tx) =>
    openPayment(tx, money.payments, { kind: "rental", price, ...participants, ...options }),
  );
}

async function hold(id: string): Promise<void> {
  await money.confirm(id);
  await startPayment(money, id);
}

async function capture(id: string): Promise<void> {
  await requestCapture(database().db, money.payments, { paymentId: id, amountCents: price.totalCents });
  await money.runJobs();
}

async function read(paymentId: string) {
  const response = await fetch(`${origin()}/api/payments/${paymentId}/receipt`, { headers: payer.headers });
  expect(response.status).toBe(200);
  const file = Buffer.from(await response.arrayBuffer());
  return { response, file, lines: await readPdfText(file) };
}

const dollars = (cents: number) => (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });
const amountAfter = (lines: readonly string[], label: string) => lines[lines.indexOf(label) + 1];
const rejectionOf = (paymentId: string, { headers } = payer) =>
  callExpectingError(origin(), downloadReceipt, { headers, params: { paymentId } });

test("a receipt shows the agreed price to the cent and what was held and charged", async () => {
  const id = await createRentalPayment();
  expect((await rejectionOf(id)).error.code, "nothing is paid yet").toBe("not_found");
  await hold(id);
  const held = await read(id);
  expect(held.lines).toContain("Authorized, not charged");
  expect(amountAfter(held.lines, "Authorized")).toBe(dollars(price.totalCents));

  await capture(id);
  // Later edits by the owner must not change the receipt.
  await database().db.update(items).set({ title: "A canoe", timezone: "America/New_York" });
  const { response, file, lines } = await read(id);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("content-disposition")).toMatch(/^inline; filename="nexby-receipt-R-[0-9A-F]{12}\.pdf"$/);
  expect(file.subarray(0, 8).toString()).toBe("%PDF-1.7");

  for (const { code, label, amountCents } of price.lines) {
    const shown = code === "tax" ? `${label} (Maplewood, NJ)` : label;
    expect([shown, amountAfter(lines, shown)]).toEqual([shown, dollars(amountCents)]);
  }
  expect(amountAfter(lines, "Total")).toBe(dollars(price.totalCents));
  expect(amountAfter(lines, "Charged")).toBe(dollars(price.totalCents));
  expect(amountAfter(lines, "Refundable deposit (not included in total)")).toBe(dollars(price.depositCents));
  expect(lines).not.toContain("Refunded");
  expect(amountAfter(lines, "Paid by")).toBe(`Zoë Ångström-Łukasiewicz, ${payer.email}`);
  expect(amountAfter(lines, "Owner")).toBe("José Ñandú");
  expect(amountAfter(lines, "Card")).toBe("Visa ending in 4242");
  expect(amountAfter(lines, "Rental")).toBe("June 4, 2035 at 6:30 PM to June 7, 2035 at 6:00 PM");
  const start = lines.findIndex((line) => line.startsWith("Kayak"));
  expect(lines.slice(start, start + 2).join(" "), "a long title wraps to the next line").toBe(TITLE);
  expect((await read(id)).file.equals(file), "the same receipt is the same file").toBe(true);
});

test("a receipt shows a refund without changing the agreed price", async () => {
  const id = await createRentalPayment();
  await hold(id);
  await capture(id);
  const refund = { paymentId: id, amountCents: 1_234, reason: "It rained" };
  await database().db.transaction((tx) => requestRefund(tx, money.payments, refund));
  await money.runJobs();
  const { lines } = await read(id);
  expect(amountAfter(lines, "Total")).toBe(dollars(price.totalCents));
  expect(amountAfter(lines, "Refunded")).toBe("-$12.34");
  expect(amountAfter(lines, "Net paid")).toBe(dollars(price.totalCents - 1_234));
  expect(amountAfter(lines, "Status")).toBe("Paid, partially refunded");
});

test("[ROLE-02] a receipt rejects everyone but the payer, including the owner", async () => {
  const id = await createRentalPayment();
  await hold(id);
  await read(id);
  expect((await rejectionOf(id, owner)).status).toBe(404);
  expect((await rejectionOf(id, await join())).status).toBe(404);
  expect((await rejectionOf(newId())).status).toBe(404);
});
