import { describe, expect, test } from "vitest";
import { BOOKING_STATUSES, type BookingStatus } from "../bookings/statuses.ts";
import {
  areContactsReadable,
  type ConversationFacts,
  canBlock,
  canTakeBooking,
  conversationStatus,
  OPEN_MATTERS,
  refusalOfMessage,
  writableUntil,
} from "./conversations.ts";

const CLOSED_AT = new Date("2026-11-01T12:00:00Z");
const IN_WINDOW = new Date("2026-11-08T11:59:59Z");
const WINDOW_ENDS = new Date("2026-11-08T12:00:00Z");

const about = (status: BookingStatus | null, facts: Partial<ConversationFacts> = {}): ConversationFacts => ({
  booking: status && { status, closedAt: status === "closed" ? CLOSED_AT : null },
  isItemListed: true,
  blockedBy: null,
  openMatter: null,
  isStopped: false,
  ...facts,
});

describe("[MSG-01] who may write", () => {
  test.each(BOOKING_STATUSES)("renter and owner of a booking that is %s", (status) => {
    expect(refusalOfMessage(about(status), IN_WINDOW)).toBeNull();
  });

  test("renter and owner may write until the dispute window of a completed rental closes", () => {
    expect(writableUntil(about("closed"))).toEqual(WINDOW_ENDS);
    expect(refusalOfMessage(about("closed"), WINDOW_ENDS)).toBe("booking_ended");
    expect(refusalOfMessage(about("damaged_admin_review"), WINDOW_ENDS)).toBeNull();
  });

  test.each([
    [null, "item_gone"],
    ["declined", "item_gone"],
    ["canceled", "item_gone"],
    ["in_possession", null],
    ["closed", null],
  ] as const)("about %s after the listing was removed: %s", (status, refusal) => {
    expect(refusalOfMessage(about(status, { isItemListed: false }), IN_WINDOW)).toBe(refusal);
  });

  test.each([
    ["you", "you_blocked"],
    ["other", "other_blocked"],
  ] as const)("nobody after a block by %s", (blockedBy, refusal) => {
    expect(refusalOfMessage(about(null, { blockedBy }), IN_WINDOW)).toBe(refusal);
  });

  test("nobody in a conversation that an admin stopped", () => {
    expect(refusalOfMessage(about("in_possession", { isStopped: true }), IN_WINDOW)).toBe("stopped");
    expect(conversationStatus([], true)).toBe("blocked");
  });
});

test.each([
  [null, false],
  ["pending", false],
  ["approved", true],
  ["in_possession", true],
  ["closed", true],
  ["declined", false],
  ["canceled", false],
] as const)("[MSG-01] with a booking that is %s, contacts are readable: %s", (status, shown) => {
  expect(areContactsReadable(status)).toBe(shown);
});

test.each(OPEN_MATTERS)("[MSG-01] two people with an open %s can't block each other", (openMatter) => {
  expect(canBlock(about("closed", { openMatter }))).toBe(false);
  expect(canBlock(about("closed"))).toBe(true);
});

test.each([
  [null, true],
  ["declined", true],
  ["canceled", true],
  ["expired", true],
  ["pending", false],
  ["in_possession", false],
  ["closed", false],
] as const)("[MSG-01] a conversation about a booking that is %s takes the next request: %s", (status, takes) => {
  expect(canTakeBooking(status)).toBe(takes);
});

test.each([
  [
    "active",
    [
      { isArchived: true, isBlocked: false },
      { isArchived: false, isBlocked: false },
    ],
  ],
  [
    "archived",
    [
      { isArchived: true, isBlocked: false },
      { isArchived: true, isBlocked: false },
    ],
  ],
  [
    "blocked",
    [
      { isArchived: true, isBlocked: false },
      { isArchived: true, isBlocked: true },
    ],
  ],
  ["active", []],
] as const)("[MSG-01] a conversation is %s for %j", (status, people) => {
  expect(conversationStatus(people, false)).toBe(status);
});
