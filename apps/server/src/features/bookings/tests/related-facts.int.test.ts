import type { FraudFeatures } from "@nexby/domain/fraud/fraud-rules";
import { type SQLWrapper, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { type FraudAnalysis, insertAnalysis } from "../../fraud/fraud.queries.ts";
import { selectPaymentsOfBookings } from "../../payments/booking-money.queries.ts";
import { loadFacts, selectRelatedFacts } from "../lifecycle/booking-state.ts";
import { insertProposal, plansOf } from "../planned-times.queries.ts";

const database = useTestDatabase();
const day = (number: number) => new Date(Date.UTC(2027, 5, number));

/** A booking has one analysis per type, and only the first type is in use so far. */
const analyze = (
  { id: bookingId, renterId: userId }: Booking,
  type: string,
  result: Pick<FraudAnalysis, "recommendation" | "status" | "createdAt">,
) =>
  insertAnalysis(database().db, {
    bookingId,
    userId,
    analysisType: type as FraudAnalysis["analysisType"],
    riskScore: 54,
    riskLevel: "high",
    confidence: 0.95,
    ruleSetVersion: 1,
    features: {} as FraudFeatures,
    ...result,
  });

type Schedule = {
  kind: "pickup" | "return";
  status: "proposed" | "confirmed" | "completed" | "canceled" | "superseded";
  by: string;
};

async function schedule({ id: bookingId }: Booking, { kind, status, by }: Schedule) {
  const [id, at] = [newId(), day(20)];
  const confirmed =
    status === "completed" || status === "confirmed" ? { confirmedAt: day(4), confirmedDateTime: at } : {};
  const times = { proposedDateTime: at, expiresAt: day(3) };
  await insertProposal(database().db, { id, bookingId, kind, proposedBy: by, status, ...times, ...confirmed });
  return id;
}

test("the query for related facts returns one row per booking, with its newest analysis and its open and confirmed times", async () => {
  const { db } = database();
  const booking = await createBooking(db);
  const { renterId, ownerId } = booking;
  await analyze(booking, "second", { recommendation: "approve", status: "auto_cleared", createdAt: day(2) });
  await analyze(booking, "authorization", { recommendation: "decline", status: "pending", createdAt: day(1) });
  await schedule(booking, { kind: "pickup", status: "superseded", by: renterId });
  await schedule(booking, { kind: "pickup", status: "confirmed", by: renterId });
  const moved = await schedule(booking, { kind: "pickup", status: "proposed", by: ownerId });
  const [facts, ...others] = (await loadFacts(db, [booking.id])).related;
  expect(others).toEqual([]);
  expect(facts).toMatchObject({
    bookingId: booking.id,
    isInstant: false,
    isOwnerPayable: false,
    hasSuspendedAccount: false,
    analysis: { recommendation: "approve", status: "auto_cleared", adminDecision: null },
  });
  expect(plansOf(facts?.plans ?? [], renterId)).toEqual({
    pickup: { isConfirmed: true, proposal: { id: moved, by: "owner", at: day(20), expiresAt: day(3) } },
    return: { isConfirmed: false, proposal: null },
  });
});

test("the query for related facts keeps a completed pickup confirmed, and doesn't count canceled times", async () => {
  const { db } = database();
  const booking = await createBooking(db);
  await schedule(booking, { kind: "pickup", status: "completed", by: booking.renterId });
  await schedule(booking, { kind: "return", status: "canceled", by: booking.renterId });
  const [facts] = (await loadFacts(db, [booking.id])).related;
  expect(facts?.analysis).toBeNull();
  expect(plansOf(facts?.plans ?? [], booking.renterId)).toEqual({
    pickup: { isConfirmed: true, proposal: null },
    return: { isConfirmed: false, proposal: null },
  });
});

const planOf = (query: (db: Db) => SQLWrapper): Promise<string> =>
  database().db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`);
    const { rows } = await tx.execute(sql`explain ${query(tx)}`);
    return JSON.stringify(rows);
  });

test("the query for related facts reads a booking's related facts by index, including completed pickups", async () => {
  expect(await planOf((db) => selectRelatedFacts(db, sql.param([newId()])))).toContain("pickup_schedules_of_booking");
  expect(await planOf((db) => selectPaymentsOfBookings(db, sql.param([newId()])))).toContain("transfers_of_payment");
});
