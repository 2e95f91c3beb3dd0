import type { Db } from "../../../platform/db/db.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { findItemTitle } from "../bookings.queries.ts";

type AdminKind = "admin_claim" | "admin_no_show" | "admin_handoff" | "admin_unreported_rental";

/** States in which a booking waits for an admin's decision. */
const ADMIN_ALERTS: readonly [AdminKind, isRaised: (booking: Booking) => boolean][] = [
  ["admin_claim", ({ status }) => status === "damaged_admin_review"],
  ["admin_no_show", ({ noShowContestedAt }) => noShowContestedAt !== null],
  ["admin_handoff", ({ handoverObjectedAt, status }) => handoverObjectedAt !== null && status === "scheduled"],
  ["admin_unreported_rental", ({ status, rentalStatus }) => rentalStatus === "no_show" && status !== "canceled"],
];

/** Tells admins when a booking begins to wait for them. */
export async function alertStuckBooking(tx: Db, before: Booking, after: Booking): Promise<void> {
  const alert = ADMIN_ALERTS.find(([, isRaised]) => isRaised(after) && !isRaised(before));
  if (!alert) return;
  await notifyAdmins(tx, {
    kind: alert[0],
    data: { bookingId: after.id, item: await findItemTitle(tx, after.itemId) },
  });
}

export const alertOfContestedFee = async (tx: Db, booking: Booking): Promise<void> =>
  notifyAdmins(tx, {
    kind: "admin_late_fee",
    data: { bookingId: booking.id, item: await findItemTitle(tx, booking.itemId), feeCents: booking.lateFeeCents },
  });
