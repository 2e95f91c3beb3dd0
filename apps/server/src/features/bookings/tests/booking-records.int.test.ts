import { claimDamage, confirmTime, markHandedOver, markReturned } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { CLAIM, DAMAGE, reportWithPhoto } from "../../../testing/bookings/condition-reports.ts";
import { configureInsurer, createPricedItem, setTaxRate } from "../../checkout/tests/quotes.fixture.ts";
import { useRentals } from "./rentals.fixture.ts";

const rentals = useRentals();
const { here, item, as, origin, database, reach } = rentals;

async function rowsOf(table: string, bookingId: string, column = "booking_id") {
  const { rows } = await database().db.execute(
    sql`select * from ${sql.identifier(table)} where ${sql.identifier(column)} = ${bookingId} order by created_at, id`,
  );
  return rows;
}

test("[DATA-04] a checkout stores a booking's price parts, rates, handoff and first statuses, and shows them", async () => {
  const { owner, renter } = here();
  const { db } = database();
  await setTaxRate(db, "TX", "8.875");
  await configureInsurer(db);
  const fees = { setupFlatFeeCents: 2_500, setupPerUnitFeeCents: 1_000, cleaningFeeCents: 3_000 };
  const delivery = { offerDelivery: true, deliveryFeeCents: 4_000, deliveryRadius: 30, depositAmountCents: 10_000 };
  const terms = { ownerId: owner.id, timezone: "America/Chicago", dailyRateCents: 4_500, quantityTotal: 2 };
  const itemId = await createPricedItem(db, { ...terms, ...fees, ...delivery }, { renter: "5" });
  const choice = { days: 3, quantity: 2, exchangeType: "delivery", destination: "78701", hasInsurance: true } as const;
  const { bookingId } = await rentals.reserve(await rentals.request(itemId, choice));
  expect(await rowsOf("bookings", bookingId, "id")).toMatchObject([
    {
      item_id: itemId,
      renter_id: renter.id,
      owner_id: owner.id,
      quantity: 2,
      quantity_reserved: 2,
      rental_cents: 27_000,
      setup_cents: 4_500,
      cleaning_cents: 3_000,
      delivery_cents: 4_000,
      insurance_cents: 2_700,
      service_fee_cents: 1_925,
      tax_cents: 3_233,
      tax_rate: "8.8750",
      tax_jurisdiction: "TX sales",
      total_cents: 46_358,
      deposit_cents: 20_000,
      commission_rate: "5.0000",
      commission_cents: 1_925,
      owner_earnings_cents: 36_575,
      platform_commission_cents: 3_850,
      commission_paid: false,
      status: "pending",
      payment_status: "awaiting_payment",
      approval_status: "draft",
      rental_status: "pending",
      payout_status: "not_started",
      re_auth_attempts: 0,
      max_re_auth_attempts: 3,
      delivery_method: "delivery",
      pickup_method: "DELIVERY",
      delivery_address: "78701",
    },
  ]);
  const shown = await as(renter, getBooking, bookingId);
  expect(shown).toMatchObject({
    totalCents: 46_358,
    depositCents: 20_000,
    status: "pending",
    approvalStatus: "draft",
    rentalStatus: "pending",
    exchange: { type: "delivery", address: "78701" },
  });
  expect(Object.fromEntries(shown.price.lines.map(({ code, amountCents }) => [code, amountCents]))).toEqual({
    rental: 27_000,
    setup: 4_500,
    cleaning: 3_000,
    delivery: 4_000,
    insurance: 2_700,
    service_fee: 1_925,
    tax: 3_233,
  });
});

test("[DATA-04] a booking stores the condition reports that users send, and no others", async () => {
  const { owner, renter } = here();
  const { id, startAt } = await rentals.scheduled({ depositAmountCents: 5_000 }, { inDays: 2 });
  await reach(startAt, 0.1);
  await as(owner, markHandedOver, id, { notes: "Clean and charged" });
  const other = { phase: "check_out", condition: "other", notes: "A scratch on the lid" } as const;
  await reportWithPhoto(origin(), renter, { bookingId: id, ...other });
  await as(renter, markHandedOver, id, {});
  await as(renter, markReturned, id, {});
  const photoId = await reportWithPhoto(origin(), owner, { bookingId: id, ...DAMAGE });
  const sewing = { ...CLAIM, amountCents: 1_000, notes: "Sewing it costs $10" };
  await as(owner, claimDamage, id, { ...sewing, photoIds: [photoId] });
  const reports = (await rowsOf("booking_condition_reports", id)).map((report) => [
    report.by_role,
    report.phase,
    report.condition,
    report.notes,
  ]);
  expect(reports).toEqual([
    ["renter", "check_out", "other", "A scratch on the lid"],
    ["owner", "check_in", "damaged", "A torn seam"],
  ]);
  expect(await rowsOf("bookings", id, "id")).toMatchObject([
    {
      renter_checkout_at: expect.anything(),
      owner_checkout_at: null,
      renter_checkin_at: null,
      owner_checkin_at: expect.anything(),
      condition_out: "other",
      condition_out_notes: "A scratch on the lid",
      condition_in: "damaged",
      condition_in_notes: "A torn seam",
      return_condition: "damaged",
      renter_checkout_photos: [expect.stringContaining(`/api/bookings/${id}/photos/`)],
      renter_checkin_photos: [],
      owner_checkin_photos: [expect.stringContaining(`/api/bookings/${id}/photos/`)],
    },
  ]);
});

test("[DATA-06] a booking proposes the requested pickup time at the owner's address, and records who confirmed it and that it took place", async () => {
  const { owner, renter } = here();
  const times = { requestedPickupTime: "10:30", isPickupFlexible: true };
  const { id, exchange } = await rentals.approved(await item({ address: "9 Elm Street, Austin" }), {
    inDays: 2,
    ...times,
  });
  const requestedAt = new Date(exchange.requestedPickupAt ?? "");
  const proposal = {
    proposed_by: renter.id,
    time_flexible: true,
    location_type: "owner_address",
    address: "9 Elm Street, Austin",
  };
  const schedules = async () =>
    (await rowsOf("pickup_schedules", id)).map(({ proposed_date_time, confirmed_date_time, ...schedule }) => ({
      ...schedule,
      proposedAt: new Date(String(proposed_date_time)),
      confirmedTime: confirmed_date_time && new Date(String(confirmed_date_time)),
    }));
  const unconfirmed = { confirmedTime: null, confirmed_at: null, confirmed_by: null };
  expect(await schedules()).toMatchObject([
    { ...proposal, status: "proposed", proposedAt: requestedAt, ...unconfirmed },
  ]);
  expect(exchange).toMatchObject({ isPickupConfirmed: false, scheduledPickupAt: null });

  const { exchange: confirmed } = await as(owner, confirmTime, id, {});
  expect(confirmed).toMatchObject({ isPickupConfirmed: true, scheduledPickupAt: exchange.requestedPickupAt });
  const agreed = { ...proposal, confirmedTime: requestedAt, confirmed_by: owner.id, confirmed_at: expect.anything() };
  expect(await schedules()).toMatchObject([{ ...agreed, status: "confirmed" }]);

  await rentals.receive(id);
  expect(await schedules()).toMatchObject([{ ...agreed, status: "completed" }]);
});

test("[DATA-10] a checkout starts an active conversation with the request's message as text, which the owner reads", async () => {
  const { owner, renter } = here();
  const { id } = await rentals.requested(await item(), { message: "For a birthday" });
  const [conversation] = await rowsOf("conversations", id);
  expect(conversation).toMatchObject({ renter_id: renter.id, owner_id: owner.id, status: "active" });
  expect(await rowsOf("messages", String(conversation?.id), "conversation_id")).toMatchObject([
    { sender_id: renter.id, content: "For a birthday", message_type: "text", is_read: false, sequence: 1 },
    { sender_id: null, content: "Ada sent a booking request.", message_type: "system", sequence: 2 },
  ]);
  expect((await as(owner, getBooking, id)).message).toBe("For a birthday");
});
