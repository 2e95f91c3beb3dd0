import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { users } from "../../schema/accounts.ts";
import { type Booking, bookings } from "../../schema/bookings.ts";
import { findUser, notifyAdmins } from "../accounts/public.ts";
import { queueBookingUpdate } from "../payments/public.ts";
import { findRentalCases, presentRental, type TaskSource } from "../tasks/public.ts";

const CONFIRMED: Booking["status"][] = ["approved", "scheduled"];

/** Open requests, also for extensions, are declined by `advanceBooking`. Confirmed bookings wait for an admin, who gets one notification. */
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

/** From the suspended accounts to their bookings, because an "or" over two accounts would read every booking. */
const BOOKINGS_OF_SUSPENDED = sql`
  select b.id from users u join bookings b on b.renter_id = u.id where u.suspended_at is not null
  union
  select b.id from users u join bookings b on b.owner_id = u.id where u.suspended_at is not null and b.settled_at is null`;

/** Confirmed bookings that haven't started and whose renter or owner is suspended. They are due at their start. */
export const suspendedBookingTasks: TaskSource<"suspended_booking"> = {
  open: (db) =>
    db
      .select({
        id: bookings.id,
        since: sql`least(${renters.suspendedAt}, ${owners.suspendedAt})`,
        due: bookings.startAt,
      })
      .from(bookings)
      .innerJoin(renters, eq(renters.id, bookings.renterId))
      .innerJoin(owners, eq(owners.id, bookings.ownerId))
      .where(and(inArray(bookings.status, CONFIRMED), sql`${bookings.id} in (${BOOKINGS_OF_SUSPENDED})`)),
  show: async (db, ids, admin) =>
    [...(await findRentalCases(db, ids)).values()].map((rental) => {
      const { id, startAt, timezone, totalCents, paymentStatus } = rental.booking;
      return {
        id,
        ...presentRental(rental, admin, ["cancel"]),
        moneyAtStakeCents: totalCents,
        details: {
          startAt: startAt.toISOString(),
          timezone,
          // An admin's cancellation refunds everything.
          refundCents: totalCents,
          isCharged: paymentStatus === "captured",
        },
      };
    }),
};
