import type { ReportedConversationView, ReportedMessageView } from "@nexby/contract/admin/tasks";
import type { ConversationView, MessageView } from "@nexby/contract/messaging/conversations";
import type { BookingStatus } from "@nexby/domain/bookings/statuses";
import { areContactsReadable, canBlock, refusalOfMessage, writableUntil } from "@nexby/domain/messaging/conversations";
import { photoAddress } from "../photos/public.ts";
import { blockRefusalOf } from "./blocks.ts";
import type { ShownConversation } from "./conversations.queries.ts";
import { maskedText } from "./masked-messages.ts";
import type { ShownMessage } from "./messages.queries.ts";
import { factsOf, isInvolved } from "./messaging.policy.ts";
import type { ReportedConversation } from "./reported-conversations.queries.ts";

const addressOf = ({ id, conversationId }: ShownMessage) => ({
  url: `/api/conversations/${conversationId}/photos/${id}`,
});

type Reader = { id: string; areContactsShown: boolean };

export function presentMessage(message: ShownMessage, reader: Reader): MessageView {
  const { id, conversationId, sequence, messageType, senderId, photo } = message;
  const isOwn = senderId === reader.id;
  const masked = reader.areContactsShown ? null : maskedText(message);
  return {
    id,
    conversationId,
    sequence,
    type: messageType,
    sender: senderId === null ? null : isOwn ? "you" : "other",
    content: masked && !isOwn ? masked.text : message.content,
    hidden: masked?.kinds ?? [],
    photo: photo && { ...addressOf(message), width: photo.width, height: photo.height, placeholder: photo.placeholder },
    createdAt: message.createdAt.toISOString(),
  };
}

/** What a person may read in a conversation whose booking, if any, has this status. */
export const readerOf = (bookingStatus: BookingStatus | null, id: string): Reader => ({
  id,
  areContactsShown: areContactsReadable(bookingStatus),
});

export function presentConversation(shown: ShownConversation, now: Date): ConversationView {
  const { conversation, member, otherMember, readAt, other, item, booking, photos, lastMessage, match } = shown;
  const facts = factsOf(shown);
  const reader = readerOf(booking?.status ?? null, member.userId);
  const [cover] = photos;
  return {
    id: conversation.id,
    role: member.role,
    status: facts.blockedBy === null ? conversation.status : "blocked",
    item: {
      id: item.id,
      title: item.title,
      cover: cover ? photoAddress(cover.key) : null,
      placeholder: cover?.placeholder ?? null,
    },
    booking: booking && {
      id: booking.id,
      status: booking.status,
      startDate: booking.startDate,
      endDate: booking.endDate,
    },
    other: {
      id: other.id,
      firstName: other.firstName ?? "",
      lastName: other.lastName ?? "",
      profileImageUrl: other.profileImageUrl,
      isOnline: other.isOnlineShared ? other.isOnline : null,
      deliveredSequence: otherMember.deliveredSequence,
      readSequence: otherMember.readSequence,
      readAt: readAt?.toISOString() ?? null,
    },
    lastMessage: lastMessage && presentMessage(lastMessage, reader),
    lastSequence: conversation.lastSequence,
    readSequence: member.readSequence,
    unreadCount: member.unreadCount,
    match,
    areContactsShown: reader.areContactsShown,
    isArchived: member.isArchived,
    isBlocked: shown.block.isByYou,
    canBlock: canBlock(facts),
    blockRefusal: blockRefusalOf(facts.openMatter),
    writeRefusal: refusalOfMessage(facts, now),
    writableUntil: writableUntil(facts)?.toISOString() ?? null,
  };
}

export function presentReported(reported: ReportedConversation, adminId: string): ReportedConversationView {
  const { conversation, item, renter, owner, reports } = reported;
  const { id, bookingId, stoppedAt } = conversation;
  const isOpen = reports.some(({ resolvedAt }) => resolvedAt === null);
  return {
    id,
    item,
    bookingId,
    renter,
    owner,
    reports: reports.map(({ userId, reason, notes, createdAt }) => ({
      by: userId === renter.id ? "renter" : "owner",
      reason,
      notes,
      createdAt: createdAt.toISOString(),
    })),
    stoppedAt: stoppedAt?.toISOString() ?? null,
    allowedActions: isInvolved(reported, adminId) ? [] : ["read", ...(isOpen ? (["stop"] as const) : []), "allow"],
  };
}

/** Not masked, because the admin must read what was written. */
export function presentReportedMessage(message: ShownMessage, renterId: string): ReportedMessageView {
  const { id, messageType, senderId, content, photo, createdAt } = message;
  return {
    id,
    type: messageType,
    by: senderId === null ? null : senderId === renterId ? "renter" : "owner",
    content,
    photo: photo && { ...addressOf(message), width: photo.width, height: photo.height },
    createdAt: createdAt.toISOString(),
  };
}
