import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import { createItem, createUser } from "../../testing/factories.ts";
import { describeTable } from "../../testing/listings/catalogue.ts";
import { conversations, messages } from "../messaging.ts";
import {
  createdAt,
  id,
  optionalInstant,
  optionalReference,
  optionalText,
  reference,
  text,
  textFrom,
  whole,
  wholeFrom,
  yesNo,
} from "./columns.fixture.ts";

const MISSING_ID = "00000000-0000-4000-8000-000000000000";
const RENTER = "00000000-0000-4000-8000-000000000001";

async function createRenterAndOwner(db: Db) {
  const ownerId = await createUser(db);
  await createUser(db, { id: RENTER });
  return { itemId: await createItem(db, { ownerId }), ownerId, renterId: RENTER };
}

describeTable({
  table: "conversations",
  ids: "[DATA-10]",
  fields: {
    id,
    itemId: reference,
    renterId: reference,
    ownerId: reference,
    bookingId: optionalReference,
    status: textFrom("active"),
    lastSequence: wholeFrom(0),
    lastMessageAt: optionalInstant,
    stoppedAt: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const { itemId, renterId, ownerId } = await createRenterAndOwner(db);
    return { id: newId(), item_id: itemId, renter_id: renterId, owner_id: ownerId, booking_id: newId() };
  },
  refused: {
    check: {
      conversations_status_is_known: { "an unknown status": { id: MISSING_ID, booking_id: null, status: "loud" } },
      conversations_are_between_two: {
        "a conversation with oneself": { id: MISSING_ID, booking_id: null, owner_id: RENTER },
      },
    },
    unique: {
      conversations_pkey: { "a duplicate id": { booking_id: null } },
      conversations_booking_unique: { "a second conversation about a booking": { id: MISSING_ID } },
    },
    reference: {
      conversations_item_id_items_id_fk: {
        "an unknown item": { id: MISSING_ID, booking_id: null, item_id: MISSING_ID },
      },
      conversations_renter_id_users_id_fk: {
        "an unknown renter": { id: MISSING_ID, booking_id: null, renter_id: MISSING_ID },
      },
      conversations_owner_id_users_id_fk: {
        "an unknown owner": { id: MISSING_ID, booking_id: null, owner_id: MISSING_ID },
      },
    },
  },
});

describeTable({
  table: "messages",
  ids: "[DATA-10]",
  fields: {
    id,
    conversationId: reference,
    senderId: optionalReference,
    recipientId: optionalReference,
    bookingId: optionalReference,
    sequence: whole,
    content: text,
    maskedContent: optionalText,
    maskedKinds: { type: "text[]", default: "{}" },
    maskingVersion: { type: "integer", default: "0" },
    messageType: textFrom("text"),
    isRequestMessage: yesNo(false),
    isRead: yesNo(false),
    deliveredAt: optionalInstant,
    readAt: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const id = newId();
    const people = await createRenterAndOwner(db);
    await db.insert(conversations).values({ id, ...people });
    const message = { id: newId(), conversation_id: id, sequence: 1, sender_id: people.renterId };
    return { ...message, content: "Is it free on Sunday?", booking_id: newId(), is_request_message: true };
  },
  refused: {
    check: {
      messages_have_text: {
        "a blank message": { id: MISSING_ID, content: " \n" },
        "a message of 5,001 characters": { id: MISSING_ID, content: "a".repeat(5001) },
      },
      messages_masked_kinds_are_known: {
        "an unknown kind of contact": { id: MISSING_ID, masked_kinds: "{smoke}", masked_content: "[hidden]" },
      },
      messages_masked_kinds_have_text: {
        "hidden kinds without a masked text": { id: MISSING_ID, masked_kinds: "{phone}", masking_version: 1 },
      },
      messages_type_is_known: { "an unknown type": { id: MISSING_ID, message_type: "smoke" } },
      messages_of_people_have_senders: { "a person's message without a sender": { id: MISSING_ID, sender_id: null } },
      messages_of_requests_name_them: { "a request message without a booking": { id: MISSING_ID, booking_id: null } },
      messages_read_have_time: { "a read message without a time": { id: MISSING_ID, is_read: true } },
    },
    unique: {
      messages_pkey: { "a duplicate id": {} },
      messages_one_per_request: { "a second request message of a booking": { id: MISSING_ID, sequence: 2 } },
      messages_in_order: { "a number twice": { id: MISSING_ID, is_request_message: false, booking_id: null } },
    },
    reference: {
      messages_conversation_id_conversations_id_fk: {
        "an unknown conversation": { id: MISSING_ID, conversation_id: MISSING_ID, is_request_message: false },
      },
      messages_sender_id_users_id_fk: {
        "an unknown sender": { id: MISSING_ID, sender_id: MISSING_ID, sequence: 2, is_request_message: false },
      },
      messages_recipient_id_users_id_fk: {
        "an unknown recipient": { id: MISSING_ID, recipient_id: MISSING_ID, sequence: 2, is_request_message: false },
      },
    },
  },
});

describeTable({
  table: "conversation_members",
  ids: "[DATA-10]",
  fields: {
    conversationId: reference,
    userId: reference,
    role: text,
    deliveredSequence: wholeFrom(0),
    readSequence: wholeFrom(0),
    unreadCount: wholeFrom(0),
    isArchived: yesNo(false),
    isBlocked: yesNo(false),
    lastMessageAt: optionalInstant,
    notifiedAt: optionalInstant,
  },
  validRow: async (db) => {
    const id = newId();
    await db.insert(conversations).values({ id, ...(await createRenterAndOwner(db)) });
    return { conversation_id: id, user_id: RENTER, role: "renter" };
  },
  refused: {
    check: {
      conversation_members_role_is_known: { "an unknown role": { role: "guest" } },
      conversation_members_counts_are_valid: { "a read message that wasn't delivered": { read_sequence: 1 } },
    },
    unique: { conversation_members_conversation_id_user_id_pk: { "a person twice": {} } },
    reference: {
      conversation_members_conversation_id_conversations_id_fk: {
        "an unknown conversation": { conversation_id: MISSING_ID },
      },
      conversation_members_user_id_users_id_fk: { "an unknown person": { user_id: MISSING_ID } },
    },
  },
});

describeTable({
  table: "user_online_status",
  ids: "[DATA-10]",
  fields: {
    userId: reference,
    lastSeenAt: optionalInstant,
    isShared: yesNo(true),
  },
  validRow: async (db) => ({ user_id: await createUser(db) }),
  refused: {
    check: {},
    unique: { user_online_status_pkey: { "a person twice": {} } },
    reference: { user_online_status_user_id_users_id_fk: { "an unknown person": { user_id: MISSING_ID } } },
  },
});

describeTable({
  table: "conversation_reports",
  ids: "[MSG-01]",
  fields: {
    id,
    conversationId: reference,
    userId: reference,
    reason: text,
    notes: text,
    resolvedAt: optionalInstant,
    createdAt,
  },
  validRow: async (db) => {
    const id = newId();
    await db.insert(conversations).values({ id, ...(await createRenterAndOwner(db)) });
    return { id: newId(), conversation_id: id, user_id: RENTER, reason: "spam", notes: "" };
  },
  refused: {
    check: { conversation_reports_reason_is_known: { "an unknown reason": { id: MISSING_ID, reason: "boring" } } },
    unique: {
      conversation_reports_pkey: { "a duplicate id": {} },
      conversation_reports_open: { "a second open report by the same person": { id: MISSING_ID } },
    },
    reference: {
      conversation_reports_conversation_id_conversations_id_fk: {
        "an unknown conversation": { id: MISSING_ID, conversation_id: MISSING_ID },
      },
      conversation_reports_user_id_users_id_fk: { "an unknown person": { id: MISSING_ID, user_id: MISSING_ID } },
    },
  },
});

const PHOTO = "00000000-0000-4000-8000-000000000002";

describeTable({
  table: "message_photos",
  ids: "",
  fields: { messageId: reference, filesKey: text, width: whole, height: whole, placeholder: text, sha256: text },
  validRow: async (db) => {
    const conversationId = newId();
    await db.insert(conversations).values({ id: conversationId, ...(await createRenterAndOwner(db)) });
    const sent = { conversationId, senderId: RENTER, content: "Photo" };
    await db.insert(messages).values([
      { id: RENTER, ...sent, sequence: 1 },
      { id: PHOTO, ...sent, sequence: 2 },
    ]);
    const picture = { width: 30, height: 20, placeholder: "data:image/webp;base64," };
    return { message_id: RENTER, files_key: "messages/1", ...picture, sha256: "ab".repeat(32) };
  },
  refused: {
    unique: {
      message_photos_pkey: { "a second photo of one message": { files_key: "messages/2" } },
      message_photos_files_key_unique: { "the files of another photo": { message_id: PHOTO } },
    },
    reference: {
      message_photos_message_id_messages_id_fk: {
        "an unknown message": { message_id: MISSING_ID, files_key: "messages/2" },
      },
    },
  },
});
