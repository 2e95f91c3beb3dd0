import type { ConversationView, MessageView } from "@nexby/contract/messaging/conversations";
import { localDate } from "@nexby/domain/kernel/calendar";
import type { ReportReason } from "@nexby/domain/messaging/conversations";
import type { MaskedKind } from "@nexby/domain/messaging/mask-contacts";
import { formatDay, formatMoment, rangeText } from "../../lib/dates.ts";

export const nameOf = ({ firstName, lastName }: ConversationView["other"]): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "Former member";

/** "City bike · Nov 20 – 21" */
export function subjectOf({ item, booking }: ConversationView): string {
  if (!booking) return item.title;
  return `${item.title} · ${rangeText(localDate(booking.startDate), localDate(booking.endDate))}`;
}

export function previewOf({ match, lastMessage }: ConversationView): string {
  if (match !== null) return match;
  if (!lastMessage) return "";
  if (lastMessage.type === "system") return `Booking update: ${lastMessage.content}`;
  return lastMessage.sender === "you" ? `You: ${lastMessage.content}` : lastMessage.content;
}

const HIDDEN: Record<MaskedKind, string> = {
  phone: "phone numbers",
  email: "email addresses",
  address: "street addresses",
  payment: "payments outside Nexby",
  link: "links",
  handle: "contacts on other services",
};

const LIST = new Intl.ListFormat("en-US");

/** Names the rule and when it ends. */
export function hiddenNote({ sender, hidden }: MessageView, other: string): string {
  const what = LIST.format(hidden.map((kind) => HIDDEN[kind]));
  return sender === "you"
    ? `${other} can’t see ${what} until the booking is approved.`
    : `We hide ${what} until the booking is approved.`;
}

export type SentState = "Sent" | "Delivered" | "Read";

export function sentState({ sequence }: MessageView, { other }: ConversationView): SentState {
  if (sequence <= other.readSequence) return "Read";
  return sequence <= other.deliveredSequence ? "Delivered" : "Sent";
}

const TIME = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });

/** "Read 3:40 PM", with the day if it was another one. */
export function sentText(message: MessageView, conversation: ConversationView): string {
  const state = sentState(message, conversation);
  const { readAt } = conversation.other;
  if (state !== "Read" || readAt === null) return state;
  const isSameDay = formatDay(readAt) === formatDay(message.createdAt);
  return `Read ${isSameDay ? TIME.format(new Date(readAt)) : formatMoment(readAt)}`;
}

/** Why the viewer can't write. */
export function refusalText({ writeRefusal, other }: ConversationView): string | null {
  switch (writeRefusal) {
    case "stopped":
      return "Our team stopped this conversation after a report, so you can’t write here anymore.";
    case "you_blocked":
      return `You blocked ${other.firstName}. Unblock ${other.firstName} to write.`;
    case "other_blocked":
      return "You can’t write in this conversation anymore.";
    case "booking_ended":
      return "This rental ended more than 7 days ago, so this conversation is closed.";
    case "item_gone":
      return "This item is no longer listed, so this conversation is closed.";
    case null:
      return null;
  }
}

/** When the conversation of a completed rental closes. */
export const closingText = ({ writableUntil, writeRefusal }: ConversationView): string | null =>
  writableUntil && !writeRefusal ? `You can write here until ${formatDay(writableUntil)}.` : null;

const REPLIES = {
  renter: {
    before: ["Is it available on these dates?", "Can you deliver it?", "What’s included?"],
    during: ["I’m on my way.", "I’m here.", "I’ll be 10 minutes late."],
    after: ["Thanks, everything went well!"],
  },
  owner: {
    before: ["Yes, it’s available.", "Sorry, it’s not available then.", "When would you like to pick it up?"],
    during: ["It’s ready for pickup.", "I’m here.", "I’ll be 10 minutes late."],
    after: ["Thanks for taking good care of it!"],
  },
};

/** Texts to start from, by role and stage. */
export function quickReplies({ role, booking, areContactsShown }: ConversationView): readonly string[] {
  if (!areContactsShown) return REPLIES[role].before;
  return booking?.status === "closed" ? REPLIES[role].after : REPLIES[role].during;
}

export const REPORT_REASONS: Record<ReportReason, string> = {
  spam: "Spam or advertising",
  rude: "Rude or hateful messages",
  payment_outside: "Asks to pay outside Nexby",
  unsafe: "I feel unsafe",
  other: "Something else",
};
