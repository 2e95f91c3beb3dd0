import { areContactsShared, type BookingStatus, isUnfulfilled } from "../bookings/statuses.ts";
import { DAY, MINUTE } from "../kernel/duration.ts";

export const CONVERSATION_STATUSES = ["active", "archived", "blocked"] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const MESSAGE_TYPES = ["text", "photo", "system"] as const;

export const MAX_MESSAGE_LENGTH = 5_000;

/** The longest dispute window: billing problems can be disputed for 7 days. */
const DISPUTE_WINDOW_MS = 7 * DAY;

/** Bookings that must end before two users can block each other: each involves money or an item between them. */
export const OPEN_MATTERS = ["booking", "late_fee", "damage_claim", "chargeback"] as const;
export type OpenMatter = (typeof OPEN_MATTERS)[number];

/** The facts that decide who may write. */
export type ConversationFacts = {
  /** Null while the conversation is about an item only. */
  booking: { status: BookingStatus; closedAt: Date | null } | null;
  isItemListed: boolean;
  /** Either person's block, in any of their conversations. */
  blockedBy: "you" | "other" | null;
  /** Between the two people, about any item. */
  openMatter: OpenMatter | null;
  /** By an admin, after a report. */
  isStopped: boolean;
};

export const WRITE_REFUSALS = ["stopped", "you_blocked", "other_blocked", "booking_ended", "item_gone"] as const;
export type WriteRefusal = (typeof WRITE_REFUSALS)[number];

/** When renter and owner of a completed rental can no longer write to each other; null while there's no such time. */
export function writableUntil({ booking }: Pick<ConversationFacts, "booking">): Date | null {
  if (booking?.status !== "closed" || booking.closedAt === null) return null;
  return new Date(booking.closedAt.getTime() + DISPUTE_WINDOW_MS);
}

/**
 * Null if the person may write. A request that ended without a rental leaves an ordinary conversation about the item, so
 * that the renter can ask for other dates.
 */
export function refusalOfMessage(facts: ConversationFacts, now: Date): WriteRefusal | null {
  if (facts.isStopped) return "stopped";
  if (facts.blockedBy === "you") return "you_blocked";
  if (facts.blockedBy === "other") return "other_blocked";
  const { booking, isItemListed } = facts;
  if (booking && !isUnfulfilled(booking.status)) {
    const end = writableUntil(facts);
    return end && now >= end ? "booking_ended" : null;
  }
  return isItemListed ? null : "item_gone";
}

/** Contact details are readable, and photos can be sent, under the same rule as addresses and phone numbers. */
export const areContactsReadable = (status: BookingStatus | null): boolean =>
  status !== null && areContactsShared(status);

/** Nobody is cut off from what decides their money. */
export const canBlock = ({ openMatter }: Pick<ConversationFacts, "openMatter">): boolean => openMatter === null;

/** A later request for the same item goes on in this conversation, unless its rental took place. */
export const canTakeBooking = (status: BookingStatus | null): boolean => status === null || isUnfulfilled(status);

type Marks = { isArchived: boolean; isBlocked: boolean };

/** One person's archive is their own; the conversation is archived when it is for both. */
export function conversationStatus(people: readonly Marks[], isStopped: boolean): ConversationStatus {
  if (isStopped || people.some(({ isBlocked }) => isBlocked)) return "blocked";
  return people.length > 0 && people.every(({ isArchived }) => isArchived) ? "archived" : "active";
}

/** Someone counts as online for this long after their browser was last connected. */
export const ONLINE_MS = 90_000;

/** Users who are offline are notified after a message has been unread for this long. */
export const UNREAD_NOTICE_MS = 5 * MINUTE;

export const REPORT_REASONS = ["spam", "rude", "payment_outside", "unsafe", "other"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
