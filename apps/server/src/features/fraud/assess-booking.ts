import {
  assessFraud,
  type FraudFeatures,
  type FraudRecommendation,
  isResaleProne,
} from "@nexby/domain/fraud/fraud-rules";
import { milesBetween } from "@nexby/domain/kernel/distance";
import { DAY, HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import type { Booking } from "../../schema/bookings.ts";
import { notifyAdmins } from "../accounts/public.ts";
import { findTownCenter } from "../listings/public.ts";
import { findFirstMessages } from "../messaging/public.ts";
import { findPayerRecord, type Payment } from "../payments/public.ts";
import { type FraudAnalysis, findAnalyses, insertAnalysis } from "./fraud.queries.ts";

type Account = Awaited<ReturnType<typeof selectAccountFacts>>;

const hoursBetween = (from: Date, until: Date) => (until.getTime() - from.getTime()) / HOUR;
const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

async function collectFraudFeatures(tx: Db, booking: Booking, payment: Payment, now: Date): Promise<FraudFeatures> {
  const { renterId, ownerId, itemId, id } = booking;
  const account = await selectAccountFacts(tx, { renterId, ownerId, itemId });
  const history = await selectRentalHistory(tx, renterId, before(now, DAY));
  const { cardFingerprint } = payment;
  const record = await findPayerRecord(tx, {
    payerId: renterId,
    ownerId,
    cardFingerprint,
    since: before(now, HOUR),
  });
  return {
    accountAgeHours: hoursBetween(account.createdAt, now),
    isEmailVerified: account.isEmailVerified,
    isPhoneVerified: account.isPhoneVerified,
    completedRentals: history.completedRentals,
    cleanRentals: history.cleanRentals,
    totalAndDepositCents: booking.totalCents + booking.depositCents,
    isResaleProne: isResaleProne(account.categorySlugs),
    leadHours: hoursBetween(now, booking.startAt),
    requestsLastDay: history.requests,
    failedCardsLastHour: record.failedTries,
    providerRisk: providerRiskOf(payment),
    isCodeRight: outcomeOf(payment.cvcCheck),
    isZipRight: outcomeOf(payment.postalCodeCheck),
    isPrepaid: payment.cardFunding === null ? null : payment.cardFunding === "prepaid",
    message: (await findFirstMessages(tx, [id])).get(id)?.content ?? null,
    deliveryMiles: await deliveryMilesOf(tx, booking, account),
    disputesLost: record.chargebacksLost,
    chargebacks: record.chargebacks,
    isLinkedToSuspended: record.isCardOfSuspended || account.isPhoneOfSuspended,
    isLinkedToOwner: record.isCardOfOwner || account.isPhoneOfOwner,
    hasFraudWarning: record.hasFraudWarning,
  };
}

/** Any other value means that the provider did not assess the risk. */
function providerRiskOf({ riskLevel, riskScore }: Payment): FraudFeatures["providerRisk"] {
  if (riskLevel !== "normal" && riskLevel !== "elevated" && riskLevel !== "highest") return null;
  return { level: riskLevel, score: riskScore };
}

const outcomeOf = (check: string | null): boolean | null => {
  if (check === "pass") return true;
  return check === "fail" ? false : null;
};

async function deliveryMilesOf(tx: Db, booking: Booking, { town }: Account): Promise<number | null> {
  const { exchangeType, exchangeLatitude: latitude, exchangeLongitude: longitude } = booking;
  if (exchangeType !== "delivery" || latitude === null || longitude === null || !town) return null;
  const home = await findTownCenter(tx, town);
  return home && milesBetween(home, { latitude, longitude });
}

/** Returns up to this much later still count as on time. */
const LATE_AFTER_HOURS = 2;

type AccountRow = {
  created_at: string;
  is_email_verified: boolean;
  is_phone_verified: boolean;
  city: string | null;
  state: string | null;
  phone_of_suspended: boolean;
  phone_of_owner: boolean;
  category_slugs: string[];
};

type RenterAndOwner = { renterId: string; ownerId: string; itemId: string };

/**
 * A phone number links two accounts only if the other user verified it, because anyone can enter someone else's
 * number.
 */
async function selectAccountFacts(db: Db, { renterId, ownerId, itemId }: RenterAndOwner) {
  const { rows } = await db.execute<AccountRow>(sql`
    with same_phone as (
      select other.id, other.suspended_at from users as other join users as renter on renter.id = ${renterId}
      where other.phone_number = renter.phone_number and other.phone_verified_at is not null and other.id <> renter.id
    )
    select created_at, email_verified_at is not null as is_email_verified,
      phone_verified_at is not null as is_phone_verified, city, state,
      exists (select 1 from same_phone where suspended_at is not null) as phone_of_suspended,
      exists (select 1 from same_phone where id = ${ownerId}) as phone_of_owner,
      array(select slug from item_categories join categories on categories.id = category_id
        where item_id = ${itemId}) as category_slugs
    from users where id = ${renterId}`);
  const [row] = rows;
  if (!row) throw new Error(`No user ${renterId}`);
  return {
    createdAt: new Date(row.created_at),
    isEmailVerified: row.is_email_verified,
    isPhoneVerified: row.is_phone_verified,
    town: row.city === null || row.state === null ? null : { city: row.city, state: row.state },
    isPhoneOfSuspended: row.phone_of_suspended,
    isPhoneOfOwner: row.phone_of_owner,
    categorySlugs: row.category_slugs,
  };
}

type HistoryRow = { completed: number; clean: number; requests: number };

async function selectRentalHistory(db: Db, renterId: string, since: Date) {
  const { rows } = await db.execute<HistoryRow>(sql`
    select count(*)::int as completed,
      count(*) filter (where not has_chargeback and payment_status not in ('disputed', 'charged_back')
        and late_fee_cents = 0 and coalesce(damage_cents, 0) = 0
        and returned_at <= end_at + ${LATE_AFTER_HOURS} * interval '1 hour')::int as clean,
      (select count(*)::int from booking_requests
        where renter_id = ${renterId} and created_at > ${since.toISOString()}::timestamptz) as requests
    from bookings where renter_id = ${renterId} and status = 'closed'`);
  const [row] = rows;
  if (!row) throw new Error("The database counted nothing");
  return { completedRentals: row.completed, cleanRentals: row.clean, requests: row.requests };
}

/** An automatic decline needs no review: its row stays "pending" and is kept for the record. */
const STATUS_FOR: Record<FraudRecommendation, FraudAnalysis["status"]> = {
  approve: "auto_cleared",
  review: "in_review",
  decline: "pending",
};

/** Scores a request once, after its card was authorized, and notifies admins if it needs a review. */
export async function assessBooking(tx: Db, booking: Booking, payment: Payment): Promise<void> {
  if ((await findAnalyses(tx, [booking.id])).length > 0) return;
  const now = await readClock(tx);
  const features = await collectFraudFeatures(tx, booking, payment, now);
  const { score, level, patterns, redFlags, ...found } = assessFraud(features);
  const isReview = found.recommendation === "review";
  const analysis = await insertAnalysis(tx, {
    id: newId(),
    bookingId: booking.id,
    userId: booking.renterId,
    analysisType: "authorization",
    riskScore: score,
    riskLevel: level,
    patterns: [...patterns],
    redFlags: [...redFlags],
    ...found,
    status: STATUS_FOR[found.recommendation],
    features,
    createdAt: now,
    reviewBy: isReview ? new Date(now.getTime() + REVIEW_MS) : null,
  });
  if (analysis && isReview) await notifyFlaggedRequest(tx, booking);
}

/** The owner and the renter are not notified until an admin has reviewed the request. */
const notifyFlaggedRequest = (tx: Db, { id: bookingId }: { id: string }): Promise<void> =>
  notifyAdmins(tx, { kind: "admin_request_review", data: { bookingId } }, []);

/** Time for admins to review a flagged request. */
export const REVIEW_MS = 12 * 3_600_000;
