import { BOOKING_STATUSES } from "@nexby/domain/bookings/statuses";
import {
  CONVERSATION_STATUSES,
  MAX_MESSAGE_LENGTH,
  MESSAGE_TYPES,
  REPORT_REASONS,
  WRITE_REFUSALS,
} from "@nexby/domain/messaging/conversations";
import { MASKED_KINDS } from "@nexby/domain/messaging/mask-contacts";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { done, isVisible, namedObject, pageQuery, wholeNumber } from "../fields.ts";

const instant = z.iso.datetime();
const sequence = z.int().nonnegative();

const messageView = namedObject("Message", {
  id: z.uuid(),
  conversationId: z.uuid(),
  sequence: sequence.describe("Position in the conversation, from 1 and without gaps"),
  type: z.enum(MESSAGE_TYPES).describe("`system` for booking events, which nobody wrote"),
  sender: z.enum(["you", "other"]).nullable().describe("Null for booking events"),
  content: z.string(),
  hidden: z
    .array(z.enum(MASKED_KINDS))
    .describe("Contact details that are hidden from the recipient until the booking is approved"),
  photo: z
    .object({ url: z.string(), width: z.int().positive(), height: z.int().positive(), placeholder: z.string() })
    .nullable(),
  createdAt: instant,
});
export type MessageView = z.infer<typeof messageView>;

const conversationView = namedObject("Conversation", {
  id: z.uuid(),
  role: z.enum(["renter", "owner"]).describe("Your role"),
  status: z.enum(CONVERSATION_STATUSES),
  item: z.object({
    id: z.uuid(),
    title: z.string(),
    cover: z.string().nullable(),
    placeholder: z.string().nullable(),
  }),
  booking: z
    .object({ id: z.uuid(), status: z.enum(BOOKING_STATUSES), startDate: z.string(), endDate: z.string() })
    .nullable(),
  other: z.object({
    id: z.uuid(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    isOnline: z.boolean().nullable().describe("Null if this person doesn't show it"),
    deliveredSequence: sequence.describe("Your messages up to here have reached this person"),
    readSequence: sequence.describe("Your messages up to here were read by this person"),
    readAt: instant.nullable().describe("When this person read the last of them. Null if they read none"),
  }),
  lastMessage: messageView.nullable(),
  lastSequence: sequence,
  readSequence: sequence.describe("You have read the other person's messages up to here"),
  unreadCount: z.int().nonnegative(),
  match: z.string().nullable().describe("In a search, the latest message with the words"),
  areContactsShown: z.boolean().describe("True from approval on: contact details are readable and photos can be sent"),
  isArchived: z.boolean(),
  isBlocked: z.boolean().describe("You blocked the other person, here or in another conversation"),
  canBlock: z.boolean(),
  blockRefusal: z.string().nullable().describe("Why you can't block the other person now, or null"),
  writeRefusal: z.enum(WRITE_REFUSALS).nullable().describe("Why you can't write, or null"),
  writableUntil: instant.nullable().describe("When the dispute window of a completed rental closes"),
});
export type ConversationView = z.infer<typeof conversationView>;

const conversationParams = z.object({ conversationId: z.uuid() });
const messageParams = z.object({ conversationId: z.uuid(), messageId: z.uuid() });

export const listConversations = endpoint({
  method: "GET",
  path: "/api/conversations",
  summary: "List your conversations, latest message first",
  access: "signed-in",
  query: z.object({
    ...pageQuery,
    folder: z
      .enum(["inbox", "archived"], { error: "Folder must be inbox or archived" })
      .default("inbox")
      .describe("Where to look"),
    search: z
      .string()
      .trim()
      .max(100, "Please use at most 100 characters")
      .optional()
      .describe("Words of a message, the other person's name or the item's title; in both folders"),
  }),
  response: z.array(conversationView),
  errors: ["validation_failed"],
});

export const countUnreadMessages = endpoint({
  method: "GET",
  path: "/api/conversations/unread",
  summary: "Count your unread messages",
  access: "signed-in",
  isPolled: true,
  response: z.object({ count: z.int().nonnegative() }),
  errors: [],
});

export const getConversation = endpoint({
  method: "GET",
  path: "/api/conversations/:conversationId",
  summary: "Get one of your conversations",
  access: "signed-in",
  params: conversationParams,
  response: conversationView,
  errors: ["not_found"],
});

export const getBookingConversation = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/conversation",
  summary: "Get the conversation about a booking, once its request was sent to the owner",
  access: "signed-in",
  params: z.object({ bookingId: z.uuid() }),
  response: conversationView,
  errors: ["not_found"],
});

export const contactOwner = endpoint({
  method: "POST",
  path: "/api/items/:itemId/conversation",
  summary: "Get or start your conversation with the owner of a listing",
  access: "approved",
  limits: [{ per: "account", times: 60, seconds: 3600 }],
  params: z.object({ itemId: z.uuid() }),
  response: conversationView,
  errors: ["not_found", "forbidden", "action_not_allowed"],
});

const MOST = 100;
const MAX_SEQUENCE = 2_147_483_647;
const position = (name: string) => wholeNumber(name, { least: 0, most: MAX_SEQUENCE });

export const listMessages = endpoint({
  method: "GET",
  path: "/api/conversations/:conversationId/messages",
  summary: "List messages by sequence: the latest ones, those before a message, or those after it",
  access: "signed-in",
  params: conversationParams,
  query: z.object({
    limit: pageQuery.limit.describe(`Messages per page, at most ${MOST}`),
    before: position("before").optional().describe("Only messages before this sequence"),
    after: position("after").optional().describe("Only messages after this sequence, to catch up after a break"),
  }),
  response: z.array(messageView).describe("In the order of the conversation"),
  errors: ["validation_failed", "not_found"],
});

const EMPTY_MESSAGE = "Please write a message";
const TOO_LONG = `Please use at most ${MAX_MESSAGE_LENGTH.toLocaleString("en-US")} characters`;

export const sendMessage = endpoint({
  method: "PUT",
  path: "/api/conversations/:conversationId/messages/:messageId",
  summary: "Send a message under an id of your own. Sending it again with the same id changes nothing",
  access: "approved",
  limits: [{ per: "account", times: 60, seconds: 60 }],
  params: messageParams,
  body: z.object({
    content: z
      .string({ error: EMPTY_MESSAGE })
      .trim()
      .max(MAX_MESSAGE_LENGTH, TOO_LONG)
      .refine((text) => isVisible(text), EMPTY_MESSAGE),
  }),
  response: messageView,
  errors: ["not_found", "action_not_allowed", "id_reused"],
});

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

export const sendPhoto = endpoint({
  method: "POST",
  path: "/api/conversations/:conversationId/photos/:messageId",
  summary: "Send a private photo under an id of your own. Sending it again with the same id changes nothing",
  access: "approved",
  params: messageParams,
  upload: { maxBytes: MAX_PHOTO_BYTES },
  response: messageView,
  errors: ["not_found", "action_not_allowed", "id_reused", "service_unavailable"],
});

export const getMessagePhoto = endpoint({
  method: "GET",
  path: "/api/conversations/:conversationId/photos/:messageId",
  summary: "Get a photo of a conversation",
  access: "signed-in",
  params: messageParams,
  mediaType: "image/webp",
  response: z.file(),
  errors: ["not_found"],
});

export const markConversationRead = endpoint({
  method: "POST",
  path: "/api/conversations/:conversationId/read",
  summary: "Mark the other person's messages as read, up to a sequence",
  access: "signed-in",
  params: conversationParams,
  body: z.object({ sequence: position("sequence") }),
  response: z.object({ unreadCount: z.int().nonnegative() }),
  errors: ["not_found"],
});

export const confirmDelivery = endpoint({
  method: "POST",
  path: "/api/messages/delivered",
  summary: "Confirm that your device has received all messages sent to you so far",
  access: "signed-in",
  response: z.object({ count: z.int().nonnegative().describe("How many were not confirmed yet") }),
  errors: [],
});

export const showTyping = endpoint({
  method: "POST",
  path: "/api/conversations/:conversationId/typing",
  summary: "Tell the other person that you are typing, unless you hide your online status",
  access: "approved",
  limits: [{ per: "account", times: 30, seconds: 60 }],
  params: conversationParams,
  response: done,
  errors: ["not_found"],
});

export const updateConversation = endpoint({
  method: "PATCH",
  path: "/api/conversations/:conversationId",
  summary: "Archive a conversation for yourself, or block the other person in it; and undo either",
  access: "signed-in",
  params: conversationParams,
  body: z.object({ isArchived: z.boolean().optional(), isBlocked: z.boolean().optional() }),
  response: conversationView,
  errors: ["not_found", "action_not_allowed"],
});

const REASON_MESSAGE = "Please choose a reason";

export const reportConversation = endpoint({
  method: "POST",
  path: "/api/conversations/:conversationId/report",
  summary: "Report the other person's messages to our team",
  access: "signed-in",
  limits: [{ per: "account", times: 10, seconds: 86_400 }],
  params: conversationParams,
  body: z.object({
    reason: z.enum(REPORT_REASONS, { error: REASON_MESSAGE }),
    notes: z.string().trim().max(2000, "Please use at most 2,000 characters").default(""),
  }),
  response: done,
  errors: ["not_found"],
});

const settingsView = z.object({ showsOnline: z.boolean().describe("Whether others see when you're online") });

export const getMessageSettings = endpoint({
  method: "GET",
  path: "/api/messages/settings",
  summary: "Get your settings for messages",
  access: "signed-in",
  response: settingsView,
  errors: [],
});

export const updateMessageSettings = endpoint({
  method: "PUT",
  path: "/api/messages/settings",
  summary: "Show or hide your online status",
  access: "signed-in",
  body: z.object({ showsOnline: z.boolean({ error: "Please choose whether others see when you're online" }) }),
  response: settingsView,
  errors: [],
});
