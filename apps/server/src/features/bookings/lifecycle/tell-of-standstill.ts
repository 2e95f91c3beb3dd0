import type { Db } from "../../../platform/db/db.ts";
import { tellAdministrators } from "../../accounts/public.ts";
import { findItemTitle } from "../booking-item.repository.ts";
import type { Booking } from "../bookings.repository.ts";

type Standstill = {
  has: (booking: Booking) => boolean;
  title: string;
  message: (title: string) => string;
};

/** Where a booking waits for an administrator, who has to know of it. */
const STANDSTILLS: readonly Standstill[] = [
  {
    has: ({ status }) => status === "damaged_admin_review",
    title: "A claim waits for a decision",
    message: (title) => `There is a claim about ${title}. Its deposit and its owner's earnings wait for you.`,
  },
  {
    has: ({ noShowContestedAt }) => noShowContestedAt !== null,
    title: "A no-show is contested",
    message: (title) => `Renter and owner do not agree on who came for ${title}. Please decide.`,
  },
  {
    has: ({ handoverObjectedAt, status }) => handoverObjectedAt !== null && status === "scheduled",
    title: "A hand-over is contested",
    message: (title) => `Renter and owner do not agree on whether ${title} was handed over. Please decide.`,
  },
  {
    has: ({ status, rentalStatus }) => rentalStatus === "no_show" && status !== "canceled",
    title: "A rental did not take place",
    message: (title) => `Nobody has said that ${title} was handed over, and its time is over. Please decide.`,
  },
];

export async function tellOfStandstill(tx: Db, before: Booking, after: Booking): Promise<void> {
  const begun = STANDSTILLS.find(({ has }) => has(after) && !has(before));
  if (!begun) return;
  await tellAdministrators(tx, {
    type: "system",
    title: begun.title,
    message: begun.message(await findItemTitle(tx, after.itemId)),
    actionUrl: `/my-bookings/${after.id}`,
    data: { bookingId: after.id },
  });
}
