import type { AdminTaskKind } from "@nexby/contract/admin/tasks";
import type { FraudFeatures } from "@nexby/domain/fraud/fraud-rules";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { lateFeeCaptured } from "@nexby/domain/ledger/postings";
import { sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { helpMessages } from "../../../schema/content.ts";
import { damageClaims } from "../../../schema/damage.ts";
import { fraudAnalyses } from "../../../schema/fraud.ts";
import { lateFees } from "../../../schema/late-fees.ts";
import { conversationReports } from "../../../schema/messaging.ts";
import { payments, refunds } from "../../../schema/payments.ts";
import { reviewReports } from "../../../schema/reviews.ts";
import { createBooking, createReview } from "../../../testing/bookings/booking-rows.ts";
import { createConversation, createUser } from "../../../testing/factories.ts";
import { post } from "../../ledger/public.ts";

type OpenCase = {
  /** Makes a case, of this owner where it has one. Returns its id. */
  open(db: Db, ownerId: string): Promise<string>;
  /** Decides it, as a command would leave it. */
  close(db: Db, id: string): Promise<unknown>;
};

/** A case that is a booking in a certain state. */
const bookingCase = (state: (now: Date) => Partial<Booking>, closing: string): OpenCase => ({
  open: async (db, ownerId) => (await createBooking(db, { ownerId, ...state(await readClock(db)) })).id,
  close: (db, id) => db.execute(sql`update bookings set ${sql.raw(closing)} where id = ${id}`),
});

const now = () => new Date();

/** Of every kind, the smallest facts that make a task. */
export const OPEN_CASES: Record<AdminTaskKind, OpenCase> = {
  fraud_review: {
    open: async (db, ownerId) => {
      const { id: bookingId, renterId: userId } = await createBooking(db, { ownerId });
      const id = newId();
      await db.insert(fraudAnalyses).values({
        ...{ id, bookingId, userId, riskScore: 54, riskLevel: "high", confidence: 0.95, recommendation: "review" },
        ...{ status: "in_review", ruleSetVersion: 1, features: {} as FraudFeatures },
        reviewBy: new Date(Date.now() + 12 * HOUR),
      });
      return id;
    },
    close: (db, id) =>
      db.execute(
        sql`update fraud_analyses set status = 'reviewed', admin_decision = 'decline', reviewed_at = app_now() where id = ${id}`,
      ),
  },
  account_approval: {
    open: (db) =>
      createUser(db, {
        phoneNumber: "+12015550142",
        emailVerifiedAt: now(),
        phoneVerifiedAt: now(),
        createdAt: new Date(Date.now() - DAY),
      }),
    close: (db, id) => db.execute(sql`update users set is_approved = true where id = ${id}`),
  },
  suspended_booking: {
    open: async (db, ownerId) => {
      const renterId = await createUser(db, { suspendedAt: now() });
      return (await createBooking(db, { ownerId, renterId, status: "approved" })).id;
    },
    close: (db, id) =>
      db.execute(
        sql`update users set suspended_at = null where id = (select renter_id from bookings where id = ${id})`,
      ),
  },
  disputed_handoff: bookingCase((at) => ({ status: "scheduled", handoverObjectedAt: at }), "status = 'in_possession'"),
  contested_no_show: bookingCase(
    (at) => ({ status: "scheduled", noShowReportedBy: "owner", noShowReportedAt: at, noShowContestedAt: at }),
    "status = 'in_possession'",
  ),
  unreported_rental: bookingCase(
    () => ({ status: "scheduled", rentalStatus: "no_show" }),
    "rental_status = 'completed'",
  ),
  lapsed_deposit: bookingCase(
    (at) => ({ status: "closed", depositLapsedAt: at, depositCents: 5_000, claimCents: 700 }),
    "deposit_lapsed_at = null",
  ),
  damage_claim: {
    open: async (db, ownerId) => {
      const booking = await createBooking(db, { ownerId, status: "damaged_admin_review" });
      const id = newId();
      const said = { damageType: "broken", severity: "high", description: "The frame is bent" } as const;
      await db
        .insert(damageClaims)
        .values({ id, bookingId: booking.id, filedBy: "owner", ...said, claimedCents: 15_000 });
      return id;
    },
    close: (db, id) =>
      db.execute(
        sql`update damage_claims set status = 'decided', decided_at = app_now(), decision_reason = 'By the photos' where id = ${id}`,
      ),
  },
  contested_late_fee: {
    open: async (db, ownerId) => {
      const booking = await createBooking(db, { ownerId, status: "closed" });
      const id = newId();
      const at = now();
      await db.insert(lateFees).values({
        ...{ id, bookingId: booking.id, daysLate: 2, dailyLateFeeCents: 2_500 },
        ...{ calculatedFeeCents: 5_000, cappedFeeCents: 5_000, status: "disputed" },
        ...{ contestedAt: at, contestReason: "Nobody opened", stoppedAt: at, chargeableAt: at },
      });
      return id;
    },
    close: (db, id) => db.execute(sql`update late_fees set status = 'charged' where id = ${id}`),
  },
  failed_refund: {
    open: async (db, ownerId) => {
      const { id: bookingId, renterId: payerId } = await createBooking(db, { ownerId, status: "closed" });
      const paymentId = newId();
      await db.insert(payments).values({
        ...{ id: paymentId, bookingId, payerId, ownerId, amountCents: 500, authorizedCents: 500, capturedCents: 500 },
        ...{ kind: "deposit", capture: "manual", status: "captured", description: "City bike, deposit" },
      });
      const id = newId();
      await db.insert(refunds).values({
        ...{ id, paymentId, kind: "deposit", amountCents: 500, reason: "deposit_returned", idempotencyKey: id },
        ...{ status: "failed", timesSentBack: 3 },
      });
      return id;
    },
    close: (db, id) => db.execute(sql`update refunds set status = 'settled', settled_at = app_now() where id = ${id}`),
  },
  waiting_payout: {
    open: async (db, ownerId) => {
      const at = await readClock(db);
      const due = new Date(at.getTime() - DAY);
      const booking = await createBooking(db, {
        ...{ ownerId, status: "closed", payoutStatus: "scheduled", payoutEligibleAt: due },
      });
      await db.transaction((tx) =>
        post(tx, {
          ...{ sourceKey: `test:${booking.id}`, kind: "late_fee", bookingId: booking.id, occurredAt: at },
          postings: lateFeeCaptured({ amountCents: 5_000, commissionCents: 500, ownerId }),
        }),
      );
      return booking.id;
    },
    close: (db, id) => db.execute(sql`update bookings set payout_status = 'paid' where id = ${id}`),
  },
  reported_review: {
    open: async (db, ownerId) => {
      const booking = await createBooking(db, { ownerId, status: "closed" });
      const reviewId = await createReview(db, booking);
      await db
        .insert(reviewReports)
        .values({ id: newId(), reviewId, userId: await createUser(db), reason: "Names a neighbor" });
      return reviewId;
    },
    close: (db, id) => db.execute(sql`update review_reports set resolved_at = app_now() where review_id = ${id}`),
  },
  reported_conversation: {
    open: async (db, ownerId) => {
      const renterId = await createUser(db);
      const conversationId = await createConversation(db, { renterId, ownerId });
      await db
        .insert(conversationReports)
        .values({ id: newId(), conversationId, userId: renterId, reason: "rude", notes: "Please read it" });
      return conversationId;
    },
    close: (db, id) =>
      db.execute(sql`update conversation_reports set resolved_at = app_now() where conversation_id = ${id}`),
  },
  help_message: {
    open: async (db) => {
      const id = newId();
      const sender = { name: "Nora", email: "nora@nexby.example" };
      await db.insert(helpMessages).values({ id, ...sender, subject: "Wrong charge", message: "I paid twice" });
      return id;
    },
    close: (db, id) => db.execute(sql`update help_messages set status = 'resolved' where id = ${id}`),
  },
};
