import { OWNER_REVIEW_FROM } from "@nexby/domain/bookings/owner-review";
import type { Db } from "../../../platform/db/db.ts";
import { findUser, tellAdministrators } from "../../accounts/public.ts";
import type { Booking } from "../bookings.repository.ts";
import { countOwnerCancellations, lockOwnerRecord } from "../owner-record.repository.ts";

const MOST_SEARCHED = 100;

/** An owner has called off what they had agreed to. Nothing follows by itself: administrators are told who it is. */
export async function reviewOwner(tx: Db, { id: bookingId, ownerId }: Booking): Promise<void> {
  await lockOwnerRecord(tx, ownerId);
  const times = await countOwnerCancellations(tx, ownerId);
  const owner = await findUser(tx, ownerId);
  if (times < OWNER_REVIEW_FROM || !owner) return;
  const name = [owner.firstName, owner.lastName].filter(Boolean).join(" ") || owner.email;
  const search = new URLSearchParams({ status: "all", search: owner.email.slice(0, MOST_SEARCHED) });
  await tellAdministrators(tx, {
    type: "system",
    title: "An owner cancels often",
    message: `${name} has called off or missed ${times} rentals in the last 12 months. Please take a look.`,
    actionUrl: `/admin?${search}`,
    data: { ownerId, bookingId, times },
  });
}
