import type { NotificationType } from "@nexby/contract/messaging/notifications";
import type { Db } from "../../../platform/db/db.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { notifyAdmins } from "../../accounts/public.ts";
import { notify } from "../../notifications/public.ts";
import { findItemTitle } from "../bookings.queries.ts";

type Party = "renter" | "owner";
type News = {
  /** To whom this change is news; nobody when it is none. */
  to: (before: Booking, after: Booking) => readonly Party[];
  type: NotificationType;
  title: string;
  message: (title: string) => string;
  address?: (booking: Booking) => string;
};

const became = <Field extends keyof Booking>(field: Field, value: Booking[Field], ...to: Party[]) =>
  ((before, after) => (before[field] !== value && after[field] === value ? to : [])) satisfies News["to"];

const otherThan = (party: Party | null): Party[] => (party === null ? [] : [party === "owner" ? "renter" : "owner"]);

const isOut = ({ status }: Booking) => status === "in_possession" || status === "return_submitted";

const payAgain = ({ id }: Booking) => `/checkout/${id}`;

/** What people are told when something changed that is not a move of the booking itself. */
const NEWS: readonly News[] = [
  {
    to: (before, after) =>
      after.status === "pending" ? [] : became("paymentStatus", "action_required", "renter")(before, after),
    type: "payment",
    title: "Your card was not charged",
    message: (title) => `We could not charge your card for ${title}. Please pay before the booking is called off.`,
    address: payAgain,
  },
  {
    to: became("depositStatus", "action_required", "renter"),
    type: "payment",
    title: "Your deposit could not be held",
    message: (title) => `We could not hold the deposit for ${title}. Please use another card.`,
    address: payAgain,
  },
  {
    to: (before, after) => (isOut(after) ? became("depositStatus", "action_required", "owner")(before, after) : []),
    type: "payment",
    title: "The deposit is no longer held",
    message: (title) => `The deposit for ${title} could not be held anew. The renter was asked for another card.`,
  },
  {
    to: became("depositStatus", "unsecured", "renter", "owner"),
    type: "payment",
    title: "The deposit is no longer held",
    message: (title) => `The deposit for ${title} could not be held anew.`,
  },
  {
    to: became("payoutStatus", "paid", "owner"),
    type: "payment",
    title: "You have been paid",
    message: (title) => `Your earnings from ${title} are on their way to your bank.`,
  },
  {
    to: became("payoutStatus", "failed", "owner"),
    type: "payment",
    title: "Your payout did not go through",
    message: (title) => `Your earnings from ${title} could not be sent. We try again tomorrow.`,
  },
  {
    to: became("rentalStatus", "overdue", "renter", "owner"),
    type: "system",
    title: "The return is overdue",
    message: (title) => `${title} has not come back yet.`,
  },
  {
    to: (before, after) =>
      after.status === "canceled" ? [] : became("rentalStatus", "no_show", "renter", "owner")(before, after),
    type: "system",
    title: "Did the rental take place?",
    message: (title) => `Nobody has said that ${title} was handed over. An administrator decides what comes back.`,
  },
  {
    to: (before, after) =>
      before.noShowReportedAt === null && after.noShowReportedAt !== null ? otherThan(after.noShowReportedBy) : [],
    type: "system",
    title: "A no-show was reported",
    message: (title) => `You were reported as not having come for ${title}. You have 12 hours to say otherwise.`,
  },
  {
    to: (before, after) =>
      before.noShowContestedAt === null && after.noShowContestedAt !== null && after.noShowReportedBy !== null
        ? [after.noShowReportedBy]
        : [],
    type: "system",
    title: "Your report was contested",
    message: (title) => `The other side says that they came for ${title}. An administrator decides.`,
  },
  {
    to: (before, after) => (before.handoverObjectedAt === null && after.handoverObjectedAt !== null ? ["owner"] : []),
    type: "system",
    title: "The renter does not have it",
    message: (title) => `The renter says that they do not have ${title}. An administrator decides.`,
  },
  {
    to: (before, after) => (before.ownerHandedOverAt === null && after.ownerHandedOverAt !== null ? ["renter"] : []),
    type: "system",
    title: "Do you have it?",
    message: (title) =>
      `The owner says that you have ${title}. Please confirm, or say within two hours that you do not.`,
  },
];

export async function notifyStatusChange(tx: Db, before: Booking, after: Booking): Promise<void> {
  const told = NEWS.flatMap((news) => news.to(before, after).map((party) => ({ party, news })));
  const title = told.length > 0 ? await findItemTitle(tx, after.itemId) : "";
  for (const { party, news } of told) {
    await notify(tx, {
      userId: party === "renter" ? after.renterId : after.ownerId,
      type: news.type,
      title: news.title,
      message: news.message(title),
      actionUrl: news.address?.(after) ?? `/my-bookings/${after.id}`,
      data: { bookingId: after.id },
    });
  }
}

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

export async function alertStuckBooking(tx: Db, before: Booking, after: Booking): Promise<void> {
  const begun = STANDSTILLS.find(({ has }) => has(after) && !has(before));
  if (!begun) return;
  await notifyAdmins(tx, {
    type: "system",
    title: begun.title,
    message: begun.message(await findItemTitle(tx, after.itemId)),
    actionUrl: `/my-bookings/${after.id}`,
    data: { bookingId: after.id },
  });
}
