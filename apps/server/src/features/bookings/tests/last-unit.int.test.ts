import { declineBooking } from "@nexby/contract/bookings/booking-commands";
import { payBooking, type ReservationView, startCheckout } from "@nexby/contract/bookings/checkout";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { send } from "../../../testing/call.ts";
import { COMPLETE_PROFILE, createUser } from "../../../testing/factories.ts";
import type { Member } from "../../../testing/people/members.ts";
import { asViewer } from "../../../testing/test-app.ts";

const bookings = useBookings();
const { here, item, request, origin, database } = bookings;

const RIVALS = 200;
const TRIES = 20;
const WINDOWS = 8;
const ROUNDS = 4;

async function createRenters(count: number): Promise<Member[]> {
  const verified = { emailVerifiedAt: new Date(), phoneVerifiedAt: new Date(), isApproved: true };
  const renters = Array.from({ length: count }, async (_, index): Promise<Member> => {
    const phoneNumber = `+1202555${String(index).padStart(4, "0")}`;
    const id = await createUser(database().db, { ...COMPLETE_PROFILE, ...verified, phoneNumber });
    return { id, email: "", headers: asViewer({ id, isAdmin: false, isApproved: true }) };
  });
  return Promise.all(renters);
}

type CheckoutResult = { status: number; code: string | null; bookingId: string };

async function reserve(body: object, { headers }: Pick<Member, "headers">): Promise<CheckoutResult> {
  const response = await send(origin(), startCheckout, { body, headers });
  const { bookingId, code = null } = (await response.json()) as ReservationView & { code?: string };
  return { status: response.status, code, bookingId };
}

const openPayment = (bookingId: string, renter: Member) => bookings.as(renter, payBooking, bookingId, {});

async function count(table: "bookings" | "payments" | "booking_requests", column: string, id: string): Promise<number> {
  const { rows } = await database().db.execute<{ count: number }>(sql`
    select count(*)::int from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`);
  return rows[0]?.count ?? 0;
}

const openAuthorizations = async () => (await here().money.payments.listOpenAuthorizations()).items;

test("[HOLD-02] the server accepts one of 200 concurrent checkouts for the last unit, rejects 199, and leaves no authorization open", async () => {
  const { money, owner } = here();
  const itemId = await item({ quantityTotal: 1 });
  const body = await request(itemId);
  const renters = await createRenters(RIVALS);
  const responses = await Promise.all(renters.map((renter) => reserve({ ...body, attemptId: newId() }, renter)));

  const [winner, ...others] = responses.filter(({ status }) => status === 201);
  expect(others).toEqual([]);
  const losers = responses.filter((response) => response !== winner);
  expect(new Set(losers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(["409 units_unavailable"]));
  expect(losers).toHaveLength(RIVALS - 1);
  expect(await count("bookings", "item_id", itemId)).toBe(1);
  expect(await count("payments", "owner_id", owner.id)).toBe(1);

  const renter = renters[winner ? responses.indexOf(winner) : -1];
  if (!winner || !renter) throw new Error("Somebody must have won");
  const paid = await bookings.pay(await openPayment(winner.bookingId, renter), undefined, renter);
  expect(paid).toMatchObject({ approvalStatus: "pending_owner", paymentStatus: "authorized" });
  expect(await openAuthorizations()).toHaveLength(1);
  await bookings.as(owner, declineBooking, paid.id, { reason: "It broke" });
  await bookings.settle(paid.id, owner);
  expect(await openAuthorizations()).toEqual([]);
  await money.expectBalanced();
});

test("the server charges nothing when a renter pays after the hold expired and another renter has the unit", async () => {
  const { money, owner, renter } = here();
  const itemId = await item({ quantityTotal: 1 });
  const body = await request(itemId);
  const late = await bookings.checkout(body);
  // No job has expired the first checkout yet; the second one finds the unit available because the hold has run out.
  await money.passMinutes(36);
  const [other] = await createRenters(1);
  if (!other) throw new Error("Somebody else must be there");
  const rival = await bookings.checkout({ ...body, attemptId: newId() }, other);
  await bookings.pay(rival, undefined, other);

  expect(await bookings.pay(late, undefined, renter)).toMatchObject({ status: "expired" });
  expect(await bookings.settle(late.booking.id)).toMatchObject({ status: "expired", paymentStatus: "canceled" });
  expect((await openAuthorizations()).map(({ paymentId }) => paymentId)).toEqual([rival.payment?.id]);
  await bookings.as(owner, declineBooking, rival.booking.id, { reason: "It broke" });
  await bookings.settle(rival.booking.id, owner);
  await money.expectBalanced();
});

test("the server creates one booking and one payment when the same attempt is sent 20 times concurrently", async () => {
  const { money, renter } = here();
  const itemId = await item({ quantityTotal: 3 });
  const body = await request(itemId);
  const responses = await Promise.all(Array.from({ length: TRIES }, () => bookings.checkout(body, renter)));
  const ids = new Set(responses.map(({ booking, payment }) => `${booking.id} ${payment?.id} ${payment?.clientSecret}`));
  expect(ids.size).toBe(1);
  const bookingId = responses[0]?.booking.id ?? "";
  expect(await count("bookings", "item_id", itemId)).toBe(1);
  expect(await count("booking_requests", "booking_id", bookingId)).toBe(1);
  expect(await count("payments", "booking_id", bookingId)).toBe(1);
  expect(await money.countAtProvider("payment_intent", "booking", bookingId)).toBe(1);
});

test("the server creates one booking from two concurrent windows for the same days, and replaces it when the renter chooses again", async () => {
  const { renter } = here();
  const itemId = await item({ quantityTotal: 3 });
  const body = await request(itemId);
  const [first, second] = await Promise.all([
    reserve({ ...body, attemptId: newId() }, renter),
    reserve({ ...body, attemptId: newId() }, renter),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.bookingId).toBe(first.bookingId);
  const other = await bookings.checkout(await request(itemId, { quantity: 2 }));
  expect(other.booking.id).not.toBe(first.bookingId);
  expect(await bookings.settle(first.bookingId)).toMatchObject({ status: "canceled", paymentStatus: "canceled" });
});

test("the server leaves one draft and no authorization when many windows of one renter check out concurrently with different choices", async () => {
  const { money, renter } = here();
  for (let round = 0; round < ROUNDS; round += 1) {
    const itemId = await item({ quantityTotal: WINDOWS });
    const bodies = await Promise.all(
      Array.from({ length: WINDOWS }, (_, index) => request(itemId, { quantity: index + 1 })),
    );
    const responses = await Promise.all(bodies.map((body) => reserve(body, renter)));
    expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    await bookings.run();
    const { rows } = await database().db.execute<{ id: string }>(sql`
      select id from bookings where item_id = ${itemId} and status = 'pending'`);
    expect(rows).toHaveLength(1);
    expect(responses.map(({ bookingId }) => bookingId)).toContain(rows[0]?.id);
  }
  expect(await openAuthorizations()).toEqual([]);
  await money.expectBalanced();
});
