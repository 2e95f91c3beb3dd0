import type { WaitingCaseView } from "@nexby/contract/admin/tasks";
import { MAX_WAITING_RENEWALS } from "@nexby/domain/bookings/deadlines";
import { isRenterOrOwnerOf } from "@nexby/domain/bookings/transitions";
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { payments } from "../../schema/payments.ts";
import { MAX_SHOWN, nameOf, owners, renters } from "./late-fees.queries.ts";

/** When the bank ends the booking's newest deposit hold. */
export const endOfHold = sql<Date | null>`(
  select max(auth_expires_at) from payments
  where payments.booking_id = ${bookings.id} and kind = 'deposit' and status = 'authorized')`.mapWith(
  payments.authExpiresAt,
);

export const toText = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** Nobody reported a handoff, and the system could not count the rental as completed. */
const unreportedSince = sql<Date | null>`(
  select max(created_at) from status_transitions
  where entity_type = 'booking' and entity_id = ${bookings.id} and field = 'rentalStatus' and to_status = 'no_show')`.mapWith(
  payments.createdAt,
);

const waitingSince = sql<Date>`coalesce(
  ${bookings.depositLapsedAt}, ${bookings.noShowContestedAt}, ${unreportedSince}, ${bookings.endAt})`.mapWith(
  payments.createdAt,
);

const isUndecided = and(
  inArray(bookings.status, ["approved", "scheduled"]),
  isNull(bookings.handoverObjectedAt),
  or(isNotNull(bookings.noShowContestedAt), eq(bookings.rentalStatus, "no_show")),
);

/** Oldest first. Disputed handoffs have a list of their own. Admins can't decide on their own bookings. */
export async function listWaitingCases(db: Db, adminId: string): Promise<WaitingCaseView[]> {
  const rows = await db
    .select({
      booking: bookings,
      item: { id: items.id, title: items.title },
      renter: nameOf(renters),
      owner: nameOf(owners),
      waitingSince,
      holdEndsAt: endOfHold,
      owedCents: sql<number>`coalesce(${bookings.claimCents}, 0) + ${bookings.lateFeeCents}`.mapWith(Number),
    })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .where(or(isNotNull(bookings.depositLapsedAt), isUndecided))
    .orderBy(asc(waitingSince), asc(bookings.id))
    .limit(MAX_SHOWN);
  return rows.map(({ booking, item, renter, owner, owedCents, ...row }) => {
    const reason = reasonOf(booking);
    const isOwn = isRenterOrOwnerOf({ renterId: renter.id, ownerId: owner.id }, adminId);
    return {
      bookingId: booking.id,
      item,
      renter,
      owner,
      reason,
      waitingSince: row.waitingSince.toISOString(),
      amountAtRiskCents: reason === "deposit_lapsed" ? Math.min(booking.depositCents, owedCents) : booking.depositCents,
      holdEndsAt: toText(row.holdEndsAt),
      renewalsLeft: Math.max(0, MAX_WAITING_RENEWALS - booking.depositRenewals),
      allowedActions: isOwn ? [] : reason === "deposit_lapsed" ? ["retry_deposit", "give_up_deposit"] : ["cancel"],
    };
  });
}

function reasonOf({ depositLapsedAt, noShowContestedAt }: Booking): WaitingCaseView["reason"] {
  if (depositLapsedAt !== null) return "deposit_lapsed";
  return noShowContestedAt === null ? "unreported" : "no_show";
}
