import type { TimelineEvent } from "@nexby/contract/bookings/timeline";
import { MAX_WAITING_RENEWALS } from "@nexby/domain/bookings/deadlines";
import { and, eq, inArray, max, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { bookings } from "../../schema/bookings.ts";
import { payments } from "../../schema/payments.ts";
import { rentalEvents } from "../../schema/rentals.ts";
import { findRentalCases, presentRental, type RentalCase, type TaskSource } from "../tasks/public.ts";
import { claimTasks } from "./damage-claims.queries.ts";
import { lateFeeTasks } from "./late-fees.queries.ts";
import { suspendedBookingTasks } from "./suspended-bookings.ts";

/**
 * When the bank ends the last hold on the deposit. Earlier holds are renewed, so their end is not urgent. The columns are named by hand,
 * because drizzle leaves out the table where a query selects from one only.
 */
const endOfLastHold = sql`case when bookings.deposit_renewals >= ${MAX_WAITING_RENEWALS} then (
  select max(auth_expires_at) from payments
  where payments.booking_id = bookings.id and kind = 'deposit' and status = 'authorized') end`;

/** Since nobody had reported a handoff in time, and the system couldn't count the rental as completed. */
const unreportedSince = sql`coalesce((
  select max(created_at) from status_transitions
  where entity_type = 'booking' and entity_id = bookings.id and field = 'rentalStatus' and to_status = 'no_show'),
  bookings.end_at)`;

/** The conditions are written as the partial indexes have them, so that these are used. */
const openBookings = (where: SQL, since: SQL) => (db: Db) =>
  db.select({ id: bookings.id, since, due: endOfLastHold }).from(bookings).where(where);

const isBefore = sql`${bookings.status} in ('approved', 'scheduled') and ${bookings.handoverObjectedAt} is null
  and ${bookings.depositLapsedAt} is null`;

const handoffTasks: TaskSource<"disputed_handoff"> = {
  open: openBookings(
    sql`${bookings.status} = 'scheduled' and ${bookings.handoverObjectedAt} is not null`,
    sql`${bookings.handoverObjectedAt}`,
  ),
  show: async (db, ids, admin) => {
    const reasons = await findReasons(db, ids, "handover_objected");
    return (await findHeldRentals(db, ids)).map(({ hold, ...rental }) => ({
      id: rental.booking.id,
      ...presentRental(rental, admin, ["uphold_handoff", "reject_handoff"]),
      moneyAtStakeCents: rental.booking.totalCents,
      details: { ...hold, reason: reasons.get(rental.booking.id) ?? "" },
    }));
  },
};

const noShowTasks: TaskSource<"contested_no_show"> = {
  open: openBookings(
    sql`${isBefore} and ${bookings.noShowContestedAt} is not null`,
    sql`${bookings.noShowContestedAt}`,
  ),
  show: async (db, ids, admin) => {
    const reasons = await findReasons(db, ids, "no_show_contested");
    return (await findHeldRentals(db, ids)).map(({ hold, ...rental }) => ({
      id: rental.booking.id,
      ...presentRental(rental, admin, ["cancel"]),
      moneyAtStakeCents: rental.booking.totalCents,
      details: {
        ...hold,
        reportedBy: rental.booking.noShowReportedBy ?? "owner",
        reason: reasons.get(rental.booking.id) ?? "",
      },
    }));
  },
};

const unreportedTasks: TaskSource<"unreported_rental"> = {
  open: openBookings(
    sql`${isBefore} and ${bookings.noShowContestedAt} is null and ${bookings.rentalStatus} = 'no_show'`,
    unreportedSince,
  ),
  show: async (db, ids, admin) =>
    (await findHeldRentals(db, ids)).map(({ hold, ...rental }) => ({
      id: rental.booking.id,
      ...presentRental(rental, admin, ["cancel"]),
      moneyAtStakeCents: rental.booking.totalCents,
      details: hold,
    })),
};

const lapsedDepositTasks: TaskSource<"lapsed_deposit"> = {
  open: openBookings(sql`${bookings.depositLapsedAt} is not null`, sql`${bookings.depositLapsedAt}`),
  show: async (db, ids, admin) =>
    (await findHeldRentals(db, ids)).map(({ hold, ...rental }) => {
      const { depositCents, claimCents, lateFeeCents } = rental.booking;
      const moneyAtStakeCents = Math.min(depositCents, (claimCents ?? 0) + lateFeeCents);
      return {
        id: rental.booking.id,
        ...presentRental(rental, admin, ["retry_deposit", "give_up_deposit"]),
        moneyAtStakeCents,
        details: { ...hold, amountAtRiskCents: moneyAtStakeCents },
      };
    }),
};

/** Everything about bookings that waits for an admin. */
export const BOOKING_TASKS = {
  suspended_booking: suspendedBookingTasks,
  disputed_handoff: handoffTasks,
  contested_no_show: noShowTasks,
  unreported_rental: unreportedTasks,
  lapsed_deposit: lapsedDepositTasks,
  damage_claim: claimTasks,
  contested_late_fee: lateFeeTasks,
};

type Hold = { amountAtRiskCents: number; holdEndsAt: string | null; renewalsLeft: number };

/** Rentals with what the owner can lose while an admin is awaited. */
async function findHeldRentals(db: Db, bookingIds: readonly string[]): Promise<(RentalCase & { hold: Hold })[]> {
  const rentals = await findRentalCases(db, bookingIds);
  const holds = await db
    .select({ bookingId: payments.bookingId, endsAt: max(payments.authExpiresAt) })
    .from(payments)
    .where(
      and(
        inArray(payments.bookingId, [...bookingIds]),
        eq(payments.kind, "deposit"),
        eq(payments.status, "authorized"),
      ),
    )
    .groupBy(payments.bookingId);
  const ends = new Map(holds.map(({ bookingId, endsAt }) => [bookingId, endsAt]));
  return [...rentals.values()].map((rental) => ({
    ...rental,
    hold: {
      amountAtRiskCents: rental.booking.depositCents,
      holdEndsAt: ends.get(rental.booking.id)?.toISOString() ?? null,
      renewalsLeft: Math.max(0, MAX_WAITING_RENEWALS - rental.booking.depositRenewals),
    },
  }));
}

/** What was written last with an event of the bookings' timelines. */
async function findReasons(db: Db, bookingIds: readonly string[], event: TimelineEvent): Promise<Map<string, string>> {
  const rows = await db
    .select({ bookingId: rentalEvents.bookingId, notes: rentalEvents.notes })
    .from(rentalEvents)
    .where(and(inArray(rentalEvents.bookingId, [...bookingIds]), eq(rentalEvents.eventType, event)))
    .orderBy(rentalEvents.id);
  return new Map(rows.map(({ bookingId, notes }) => [bookingId, notes ?? ""]));
}
