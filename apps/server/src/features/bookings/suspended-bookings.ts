import type { SuspendedBookingView } from "@nexby/contract/admin/tasks";
import { isRenterOrOwnerOf } from "@nexby/domain/bookings/transitions";
import { and, eq, inArray, isNotNull, isNull, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { users } from "../../schema/accounts.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { items } from "../../schema/listings.ts";
import { findUser, notifyAdmins } from "../accounts/public.ts";
import { queueBookingUpdate } from "../payments/public.ts";

const CONFIRMED: Booking["status"][] = ["approved", "scheduled"];

/** Open requests, also for extensions, are declined by `advanceBooking`. Confirmed bookings wait for an admin, who is told once. */
export const followSuspension: JobHandler = {
  inTransaction: async (tx, { entityId: userId }) => {
    const account = await findUser(tx, userId);
    if (!account?.suspendedAt) return;
    const open = await tx
      .select({ id: bookings.id, status: bookings.status })
      .from(bookings)
      .where(
        and(
          or(eq(bookings.renterId, userId), eq(bookings.ownerId, userId)),
          inArray(bookings.status, ["pending", ...CONFIRMED, "in_possession"]),
          isNull(bookings.settledAt),
        ),
      )
      .orderBy(bookings.id);
    for (const { id } of open) await queueBookingUpdate(tx, id);
    const confirmed = open.filter(({ status }) => CONFIRMED.includes(status)).length;
    if (confirmed === 0) return;
    const name = [account.firstName, account.lastName].filter(Boolean).join(" ") || account.email;
    await notifyAdmins(tx, {
      kind: "admin_suspended_bookings",
      data: { userId, name, count: confirmed },
    });
  },
};

const renters = alias(users, "renter");
const owners = alias(users, "owner");
const personOf = ({ id, firstName, lastName, suspendedAt }: typeof renters | typeof owners) => ({
  id,
  firstName,
  lastName,
  suspendedAt,
});

const MAX_SHOWN = 200;

/** Confirmed bookings that haven't started and whose renter or owner is suspended, soonest first. */
export async function listSuspendedBookings(db: Db, adminId: string): Promise<SuspendedBookingView[]> {
  const rows = await db
    .select({
      booking: bookings,
      item: { id: items.id, title: items.title },
      renter: personOf(renters),
      owner: personOf(owners),
    })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .where(and(inArray(bookings.status, CONFIRMED), or(isNotNull(renters.suspendedAt), isNotNull(owners.suspendedAt))))
    .orderBy(bookings.startAt, bookings.id)
    .limit(MAX_SHOWN);
  return rows.map(({ booking, item, renter, owner }) => ({
    id: booking.id,
    startAt: booking.startAt.toISOString(),
    endAt: booking.endAt.toISOString(),
    timezone: booking.timezone,
    item,
    renter: presentPerson(renter),
    owner: presentPerson(owner),
    // An admin's cancellation refunds everything.
    refundCents: booking.totalCents,
    isCharged: booking.paymentStatus === "captured",
    allowedActions: isRenterOrOwnerOf(booking, adminId) ? [] : ["cancel"],
  }));
}

type PersonRow = { id: string; firstName: string | null; lastName: string | null; suspendedAt: Date | null };

const presentPerson = ({ suspendedAt, ...person }: PersonRow) => ({ ...person, isSuspended: suspendedAt !== null });
