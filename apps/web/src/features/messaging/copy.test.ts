import type { ConversationView, MessageView } from "@nexby/contract/messaging/conversations";
import { describe, expect, it } from "vitest";
import { closingText, nameOf, previewOf, quickReplies, sentState, subjectOf } from "./copy.ts";

const MESSAGE: MessageView = {
  id: "m1",
  conversationId: "c1",
  sequence: 3,
  type: "text",
  sender: "other",
  content: "Is it blue?",
  hidden: [],
  photo: null,
  createdAt: "2026-11-18T09:00:00.000Z",
};
const BOOKING = { id: "b1", status: "approved", startDate: "2026-11-20", endDate: "2026-11-21" } as const;
const CONVERSATION: ConversationView = {
  id: "c1",
  role: "renter",
  status: "active",
  item: { id: "i1", title: "City bike", cover: null, placeholder: null },
  booking: null,
  other: {
    ...{ id: "p1", firstName: "Maya", lastName: "Rivera", profileImageUrl: null, isOnline: null },
    ...{ deliveredSequence: 3, readSequence: 2, readAt: null },
  },
  lastMessage: MESSAGE,
  lastSequence: 3,
  readSequence: 3,
  unreadCount: 0,
  match: null,
  areContactsShown: false,
  isArchived: false,
  isBlocked: false,
  canBlock: true,
  blockRefusal: null,
  writeRefusal: null,
  writableUntil: null,
};
const having = (changes: Partial<ConversationView>): ConversationView => ({ ...CONVERSATION, ...changes });

describe("[MSG-01] a conversation in the list", () => {
  it("a conversation in the list is about its item, and about its days once there is a booking", () => {
    expect(subjectOf(CONVERSATION)).toBe("City bike");
    // Between the days are narrow spaces.
    expect(subjectOf(having({ booking: BOOKING }))).toMatch(/^City bike · Nov 20\s–\s21$/);
  });

  it("a conversation in the list names the other person, also one without a name", () => {
    expect(nameOf(CONVERSATION.other)).toBe("Maya Rivera");
    expect(nameOf({ ...CONVERSATION.other, firstName: "", lastName: "" })).toBe("Former member");
  });

  it.each([
    ["the other person's words", {}, "Is it blue?"],
    ["one's own words", { lastMessage: { ...MESSAGE, sender: "you" } }, "You: Is it blue?"],
    ["a booking event", { lastMessage: { ...MESSAGE, type: "system", sender: null } }, "Booking update: Is it blue?"],
    ["what a search found", { match: "A blue one" }, "A blue one"],
    ["nothing without a message", { lastMessage: null }, ""],
  ] as const)("a conversation in the list shows %s", (_, changes, text) =>
    expect(previewOf(having(changes))).toBe(text),
  );
});

it.each([
  [2, "Read"],
  [3, "Delivered"],
  [4, "Sent"],
] as const)("[MSG-01] message %i of a person who got 3 and read 2 is %s", (sequence, state) => {
  expect(sentState({ ...MESSAGE, sequence }, CONVERSATION)).toBe(state);
});

it("[MSG-01] a conversation says until when people can write, while they can", () => {
  const writableUntil = "2026-11-25T12:00:00.000Z";
  expect(closingText(having({ writableUntil }))).toBe("You can write here until Nov 25, 2026.");
  expect(closingText(having({ writableUntil, writeRefusal: "booking_ended" }))).toBeNull();
  expect(closingText(CONVERSATION)).toBeNull();
});

it.each([
  ["renter", null, false, "Can you deliver it?"],
  ["owner", null, false, "Yes, it’s available."],
  ["renter", "approved", true, "I’m on my way."],
  ["owner", "in_possession", true, "It’s ready for pickup."],
  ["renter", "closed", true, "Thanks, everything went well!"],
  ["owner", "closed", true, "Thanks for taking good care of it!"],
] as const)(
  "[MSG-01] a conversation suggests replies to the %s of a booking that is %s",
  (role, status, areContactsShown, reply) => {
    const booking = status && { ...BOOKING, status };
    expect(quickReplies(having({ role, booking, areContactsShown }))).toContain(reply);
  },
);
