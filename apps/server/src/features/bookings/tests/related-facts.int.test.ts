import type { FraudFeatures } from "@nexby/domain/fraud/fraud-rules";
import { expect, test } from "vitest";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { type FraudAnalysis, insertAnalysis } from "../../fraud/fraud.queries.ts";
import { findPickup, insertPickup } from "../bookings.queries.ts";
import { findRelatedFacts } from "../lifecycle/booking-state.ts";

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

async function schedule(
  { id: bookingId, ownerId: proposedBy }: Booking,
  status: "proposed" | "completed" | "canceled",
  createdAt: Date,
) {
  const [id, at] = [newId(), day(20)];
  const confirmed = status === "completed" ? { confirmedAt: createdAt, confirmedDateTime: at } : {};
  const times = { proposedDateTime: at, expiresAt: createdAt, createdAt };
  await insertPickup(database().db, { id, bookingId, proposedBy, status, ...times, ...confirmed });
  return id;
}

test("returns one row per booking, with its newest analysis and its active pickup schedule", async () => {
  const { db } = database();
  const booking = await createBooking(db);
  await analyze(booking, "second", { recommendation: "approve", status: "auto_cleared", createdAt: day(2) });
  await analyze(booking, "authorization", { recommendation: "decline", status: "pending", createdAt: day(1) });
  await schedule(booking, "completed", day(4));
  const active = await schedule(booking, "proposed", day(3));
  expect(await findRelatedFacts(db, [booking.id])).toEqual([
    {
      bookingId: booking.id,
      isInstant: false,
      isOwnerPayable: false,
      hasSuspendedAccount: false,
      analysis: { recommendation: "approve", status: "auto_cleared", adminDecision: null },
      pickup: { status: "proposed", expiresAt: day(3) },
    },
  ]);
  expect(await findPickup(db, booking.id)).toMatchObject({ id: active });
});

test("uses the last completed schedule when none is active", async () => {
  const { db } = database();
  const booking = await createBooking(db);
  await schedule(booking, "completed", day(1));
  const last = await schedule(booking, "completed", day(3));
  await schedule(booking, "completed", day(2));
  await schedule(booking, "canceled", day(4));
  expect(await findRelatedFacts(db, [booking.id])).toMatchObject([
    { analysis: null, pickup: { status: "completed", expiresAt: day(3) } },
  ]);
  expect(await findPickup(db, booking.id)).toMatchObject({ id: last });
});
