import { BEFORE_HOLD_ENDS_MS, lastDecisionAt, OWNER_DECISION_MS, plus } from "@nexby/domain/bookings/deadlines";
import { type BookingSnapshot, isSupersedable, type PaymentFacts } from "@nexby/domain/bookings/snapshot";
import type { BookingActor } from "@nexby/domain/bookings/transitions";
import { hasReceiptPhoto } from "@nexby/domain/condition/condition-reports";
import { DAMAGE_NOTICE_MS } from "@nexby/domain/damage/damage-claims";
import { DAY } from "@nexby/domain/kernel/duration";
import { endOfLimit, lengthened, type Outage } from "@nexby/domain/kernel/outages";
import { LATE_FEE_CONTEST_MS } from "@nexby/domain/late-fees/late-fee-collection";
import { shortageOf } from "@nexby/domain/late-fees/missing-units";
import { PAY_MS } from "@nexby/domain/payments/later-charges";
import { isOfFoodTruck } from "@nexby/domain/pricing/food-truck-price";
import { and, desc, eq, isNull, ne, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { selectClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { namedSelects } from "../../../platform/db/statements.ts";
import { AppError } from "../../../platform/errors.ts";
import { selectOutages } from "../../../platform/outages.ts";
import { users } from "../../../schema/accounts.ts";
import { type Booking, bookings } from "../../../schema/bookings.ts";
import { type DamageClaimRow, damageClaims } from "../../../schema/damage.ts";
import type { BookingExtension } from "../../../schema/extensions.ts";
import { fraudAnalyses } from "../../../schema/fraud.ts";
import { type LateFeeRow, lateFees } from "../../../schema/late-fees.ts";
import { items } from "../../../schema/listings.ts";
import { fraudStatusOf } from "../../fraud/public.ts";
import { holdsBesideLateReturn, itemHoldOfJson, selectHoldsOfBookings } from "../../inventory/public.ts";
import { selectPayables } from "../../ledger/public.ts";
import { isPairBlocked } from "../../messaging/public.ts";
import { type BookingPayments, selectPaymentsOfBookings, selectTransferTotals } from "../../payments/public.ts";
import { lockBooking, returnOfJson, returnsOfBooking } from "../bookings.queries.ts";
import { damageClaimFactsOf } from "../damage-claims.queries.ts";
import { selectExtensionsOfBookings } from "../extensions/extensions.queries.ts";
import { lateFeeFactsOf } from "../late-fees.queries.ts";
import { plansOf, plansOfBooking } from "../planned-times.queries.ts";

type TransferTotals = { pendingCents: number; paidCents: number; failedAt: Date | null };
const NOTHING: TransferTotals = { pendingCents: 0, paidCents: 0, failedAt: null };

export type Loaded = {
  snapshot: BookingSnapshot;
  money: BookingPayments[];
  transferred: TransferTotals;
  lateFee: LateFeeRow | null;
  extensions: BookingExtension[];
  claim: DamageClaimRow | null;
};

const factsStatement = (name: string, ids: SQLWrapper) =>
  namedSelects(name, {
    clock: selectClock,
    outages: selectOutages,
    related: (db) => selectRelatedFacts(db, ids),
    money: (db) => selectPaymentsOfBookings(db, ids),
    transferred: (db) => selectTransferTotals(db, ids),
    extensions: (db) => selectExtensionsOfBookings(db, ids),
    holds: (db) => selectHoldsOfBookings(db, ids),
    payables: (db) => selectPayables(db, ids),
  });

const factsOfBookings = factsStatement("facts_of_bookings", sql.placeholder("ids"));
/** Its list has a known length. For an unknown one, PostgreSQL makes a new plan each time, which takes ten times as long. */
const factsOfBooking = factsStatement("facts_of_booking", sql`array[${sql.placeholder("id")}::uuid]`);

type Facts = Awaited<ReturnType<typeof factsOfBookings>>;

/** The time, and everything the bookings' next steps depend on that is stored outside their own rows. */
export const loadFacts = (db: Db, ids: readonly string[]): Promise<Facts> =>
  ids.length === 1 ? factsOfBooking(db, { id: ids[0] }) : factsOfBookings(db, { ids });

export const loadSnapshot = async (db: Db, booking: Booking): Promise<Loaded> =>
  snapshotOf(booking, await loadFacts(db, [booking.id]));

export function snapshotOf(booking: Booking, facts: Facts): Loaded {
  const isOfBooking = ({ bookingId }: { bookingId: string | null }) => bookingId === booking.id;
  const related = facts.related.find(isOfBooking);
  const plans = plansOf(related?.plans ?? [], booking.renterId);
  const money = facts.money.filter(isOfBooking);
  const transferred = facts.transferred.find(isOfBooking) ?? NOTHING;
  const holds = facts.holds.filter(isOfBooking);
  const hold = holds.find(({ kind }) => kind !== "overdue");
  const fraud = fraudStatusOf(related?.analysis ?? null);
  const find = (id: string | null) => money.find((payment) => payment.id === id);
  const { outages } = facts;
  const isFoodTruck = isOfFoodTruck(booking.priceBreakdown);
  const [rental, deposit] = [find(booking.rentalPaymentId), find(booking.depositPaymentId)];
  const extensions = facts.extensions.filter(isOfBooking);
  const lateFee = related?.lateFee ?? null;
  const claim = related?.claim ?? null;
  const chargeOf = (paymentId: string | null) => {
    const payment = find(paymentId);
    return payment ? { ...payment, ...factsOf(payment) } : null;
  };
  const snapshot: BookingSnapshot = {
    ...booking,
    policy: booking.policySnapshot,
    outages,
    authExpiresAt: rental?.authExpiresAt ?? null,
    ownerDecisionDeadline: decisionDeadline(booking, rental?.authExpiresAt ?? null, outages),
    fraud,
    isFraudCleared: fraud === "cleared",
    isInstant: related?.isInstant === true,
    plans,
    returns: related?.returns.map(returnOfJson) ?? [],
    isPickupConfirmed: plans.pickup.isConfirmed,
    // Agreements are required only where a template is active, and there is none yet.
    isAgreementSigned: true,
    isDepositSecured: booking.depositStatus === "not_required" || booking.depositStatus === "secured",
    hasOpenClaim: booking.status === "damaged_admin_review",
    isLost: booking.status === "damaged_admin_review" && claim?.damageType === "lost" && booking.returnedAt === null,
    isFoodTruck,
    // A food truck comes with its crew: nothing is handed over.
    hasReceiptProof: hasReceiptPhoto(booking) || isFoodTruck,
    rental: rental ? factsOf(rental) : null,
    deposit: deposit ? factsOf(deposit) : null,
    superseded: money
      .filter((payment) => payment !== rental && payment !== deposit)
      .map(factsOf)
      .filter(isSupersedable),
    extensions: extensions.map((extension) => {
      const payment = find(extension.paymentId);
      const { id, status } = extension;
      const expiresAt = extensionDeadline(extension, booking.endAt, outages);
      return { id, status, expiresAt, payment: payment ? factsOf(payment) : null };
    }),
    damageCents: claim?.depositCents ?? 0,
    claimCents: booking.claimCents ?? 0,
    // Without the renter's consent no card may be charged later.
    lateFeeTerms: booking.chargeConsentAt === null ? null : (booking.priceBreakdown.lateFee ?? null),
    lateFee:
      lateFee &&
      lateFeeFactsOf(
        { ...lateFee, ...chargeDeadlines(lateFee, LATE_FEE_CONTEST_MS, outages) },
        chargeOf(lateFee.paymentId),
      ),
    lossTerms: booking.chargeConsentAt === null ? null : (booking.priceBreakdown.loss ?? null),
    claim:
      claim &&
      damageClaimFactsOf({ ...claim, ...chargeDeadlines(claim, DAMAGE_NOTICE_MS, outages) }, chargeOf(claim.paymentId)),
    refundCents: booking.cancellation?.isTakenByBank ? null : (booking.cancellation?.refundCents ?? null),
    unitsUntil: hold?.releasedAt === null ? hold.expiresAt : null,
    isHeldUntilReturn: holds.some(
      ({ kind, releasedAt, expiresAt }) => kind === "overdue" && releasedAt === null && expiresAt === null,
    ),
    hasChargeback: money.some(({ status }) => status === "disputed"),
    payableCents: (facts.payables.find(isOfBooking)?.amountCents ?? 0) - transferred.pendingCents,
    isTransferPending: transferred.pendingCents > 0,
    payoutRetryAt: dayAfter(transferred.failedAt),
    isOwnerPayable: related?.isOwnerPayable === true,
    hasSuspendedAccount: related?.hasSuspendedAccount === true,
    isPairBlocked: related?.isPairBlocked === true,
    shortage: related?.itemHolds
      ? shortageOf(booking.id, related.itemHolds.map(itemHoldOfJson), related.quantityTotal)
      : null,
  };
  return { snapshot, money, transferred, lateFee, claim, extensions };
}

/** The later one of a deadline and the same without outages, but not after the instant that limits it. */
const atMost = (later: Date, limit: Date, deadline: Date) =>
  new Date(Math.max(deadline.getTime(), Math.min(later.getTime(), limit.getTime())));

function decisionDeadline(
  { ownerDecisionDeadline: deadline, startAt, createdAt }: Booking,
  authExpiresAt: Date | null,
  outages: readonly Outage[],
): Date | null {
  if (deadline === null) return null;
  const since = Math.max(createdAt.getTime(), deadline.getTime() - OWNER_DECISION_MS);
  const lastChance = lastDecisionAt(startAt);
  const holdEnds = authExpiresAt ? plus(authExpiresAt, -BEFORE_HOLD_ENDS_MS) : lastChance;
  const limit = holdEnds < lastChance ? holdEnds : lastChance;
  return atMost(lengthened(outages, deadline, deadline.getTime() - since), limit, deadline);
}

/** A draft is paid by the renter alone, for whom the page worked. */
function extensionDeadline(
  { requestedAt, expiresAt }: BookingExtension,
  endAt: Date,
  outages: readonly Outage[],
): Date {
  if (requestedAt === null) return expiresAt;
  const later = endOfLimit(outages, requestedAt, expiresAt.getTime() - requestedAt.getTime());
  return atMost(later, lastDecisionAt(endAt), expiresAt);
}

type Charge = Pick<LateFeeRow, "chargeableAt" | "payBy">;

/** The renter has the whole time to object and to pay, and the card all of its attempts. */
const chargeDeadlines = ({ chargeableAt, payBy }: Charge, noticeMs: number, outages: readonly Outage[]): Charge => ({
  chargeableAt: chargeableAt && lengthened(outages, chargeableAt, noticeMs),
  payBy: payBy && lengthened(outages, payBy, PAY_MS),
});

/** The product's time at which the facts were read. */
export const timeOf = ({ clock }: Facts): Date => clock[0]?.now ?? new Date(Number.NaN);

const dayAfter = (instant: Date | null) => instant && new Date(instant.getTime() + DAY);

const factsOf = ({ owedBackCents, refundRefusedAt, ...money }: BookingPayments): PaymentFacts => ({
  ...money,
  refundedCents: owedBackCents,
  refundRetryAt: dayAfter(refundRefusedAt),
});

/** Suspended owners get no instant approvals and no payouts until they are reinstated. */
const IS_OWNER_TRUSTED = isNull(users.suspendedAt);

const renters = alias(users, "renter");

/** Facts from other tables that a booking's next step depends on, one row per booking. */
export function selectRelatedFacts(db: Db, bookingIds: SQLWrapper) {
  // A booking can have several analyses; a plain join would return it once for each.
  const analysis = db
    .select({
      status: fraudAnalyses.status,
      recommendation: fraudAnalyses.recommendation,
      adminDecision: fraudAnalyses.adminDecision,
    })
    .from(fraudAnalyses)
    .where(eq(fraudAnalyses.bookingId, bookings.id))
    .orderBy(desc(fraudAnalyses.createdAt), desc(fraudAnalyses.id))
    .limit(1)
    .as("analysis");
  return db
    .select({
      bookingId: bookings.id,
      isInstant: sql<boolean>`${items.isInstant} and ${IS_OWNER_TRUSTED}`,
      isOwnerPayable: sql<boolean>`${users.connectOnboarded} and ${users.connectAccountId} is not null
        and ${IS_OWNER_TRUSTED}`,
      hasSuspendedAccount: sql<boolean>`coalesce(${users.suspendedAt}, ${renters.suspendedAt}) is not null`,
      isPairBlocked: isPairBlocked(bookings.renterId, bookings.ownerId),
      analysis: {
        status: analysis.status,
        recommendation: analysis.recommendation,
        adminDecision: analysis.adminDecision,
      },
      quantityTotal: items.quantityTotal,
      itemHolds: holdsBesideLateReturn,
      plans: plansOfBooking,
      returns: returnsOfBooking,
      lateFee: lateFees,
      claim: damageClaims,
    })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(users, eq(users.id, bookings.ownerId))
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .leftJoinLateral(analysis, sql`true`)
    .leftJoin(lateFees, eq(lateFees.bookingId, bookings.id))
    .leftJoin(damageClaims, and(eq(damageClaims.bookingId, bookings.id), ne(damageClaims.status, "withdrawn")))
    .where(sql`${bookings.id} = any(${bookingIds})`);
}

/** Locks the booking. */
export async function loadContext(
  tx: Db,
  payments: Pick<PaymentsPort, "environment">,
  bookingId: string,
): Promise<StepContext> {
  const booking = await lockBooking(tx, bookingId);
  if (!booking) throw new AppError("not_found", "Booking not found");
  const facts = await loadFacts(tx, [bookingId]);
  return { tx, payments, booking, now: timeOf(facts), ...snapshotOf(booking, facts) };
}

/** A locked booking and its facts, inside the transaction that changes it. */
export type StepContext = Loaded & {
  tx: Db;
  payments: Pick<PaymentsPort, "environment">;
  booking: Booking;
  now: Date;
};

export type Actor = { role: BookingActor; id: string | null };
export const SYSTEM: Actor = { role: "system", id: null };
