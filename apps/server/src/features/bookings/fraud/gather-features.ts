import type { FraudFeatures } from "@nexby/domain/fraud/fraud-features";
import { isResaleProne } from "@nexby/domain/fraud/resale-prone";
import { milesBetween } from "@nexby/domain/kernel/distance";
import type { Db } from "../../../platform/db/db.ts";
import { findFirstMessages } from "../../conversations/public.ts";
import { findPayerRecord, type Payment } from "../../payments/public.ts";
import { findTownCenter } from "../../places/public.ts";
import type { Booking } from "../bookings.repository.ts";
import { selectAccountFacts, selectRentalHistory } from "./fraud-facts.repository.ts";

type Account = Awaited<ReturnType<typeof selectAccountFacts>>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const hoursBetween = (from: Date, until: Date) => (until.getTime() - from.getTime()) / HOUR_MS;
const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds);

/** What is known of a request as it is authorized. */
export async function gatherFeatures(tx: Db, booking: Booking, payment: Payment, now: Date): Promise<FraudFeatures> {
  const { renterId, ownerId, itemId, id } = booking;
  const account = await selectAccountFacts(tx, { renterId, ownerId, itemId });
  const history = await selectRentalHistory(tx, renterId, before(now, DAY_MS));
  const { cardFingerprint } = payment;
  const record = await findPayerRecord(tx, {
    payerId: renterId,
    ownerId,
    cardFingerprint,
    since: before(now, HOUR_MS),
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
    message: (await findFirstMessages(tx, [id])).get(id) ?? null,
    deliveryMiles: await deliveryMilesOf(tx, booking, account),
    disputesLost: record.chargebacksLost,
    chargebacks: record.chargebacks,
    isLinkedToSuspended: record.isCardOfSuspended || account.isPhoneOfSuspended,
    isLinkedToOwner: record.isCardOfOwner || account.isPhoneOfOwner,
    hasFraudWarning: record.hasFraudWarning,
  };
}

/** Other words of the provider's mean that it did not look. */
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
