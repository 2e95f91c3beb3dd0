import { describe, expect, test } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { BOOKING_STATUSES, type BookingStatus, isOver, requestStatusFor } from "./statuses.ts";
import {
  BOOKING_ACTORS,
  BOOKING_EVENTS,
  BOOKING_TRANSITIONS,
  type BookingActor,
  type BookingEvent,
  type BookingFacts,
  refusalOf,
  statusAfter,
} from "./transitions.ts";

const NOW = new Date("2026-06-20T12:00:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

/** A booking for which nothing is missing, at any stage. */
const READY: BookingFacts = {
  status: "pending",
  approvalStatus: "pending_owner",
  paymentStatus: "authorized",
  startAt: ago(3),
  endAt: ago(-100),
  scheduledPickupAt: null,
  ownerDecisionDeadline: ago(-1),
  authExpiresAt: ago(-20),
  isFraudCleared: true,
  isPickupConfirmed: true,
  isAgreementSigned: true,
  isDepositSecured: true,
  ownerHandedOverAt: ago(2),
  handoverObjectedAt: null,
  noShowReportedBy: null,
  returnedAt: ago(48),
  hasOpenClaim: false,
};

const refusal = (event: BookingEvent, actor: BookingActor, changes: Partial<BookingFacts>) =>
  refusalOf({ ...READY, ...changes }, { event, actor, now: NOW });

describe("the table", () => {
  test("says of every status, event and actor where it leads", () => {
    const ways = BOOKING_STATUSES.flatMap((status) =>
      BOOKING_EVENTS.flatMap((event) =>
        BOOKING_ACTORS.filter((actor) => statusAfter(status, event, actor)).map(
          (actor) => `${status} ${event} ${actor} ${statusAfter(status, event, actor)}`,
        ),
      ),
    );
    const rows = Object.entries(BOOKING_TRANSITIONS).flatMap(([event, { from, to }]) =>
      Object.entries<readonly string[]>(from).flatMap(([status, by]) =>
        by.map((actor) => `${status} ${event} ${actor} ${to}`),
      ),
    );
    expect(ways.toSorted()).toEqual(rows.toSorted());
  });

  test("leads nowhere from an end, and from every other status to one", () => {
    const next = (status: BookingStatus) =>
      BOOKING_EVENTS.flatMap((event) =>
        BOOKING_ACTORS.map((actor) => statusAfter(status, event, actor)).filter((to) => to !== null && to !== status),
      );
    for (const status of BOOKING_STATUSES) {
      if (isOver(status)) expect(next(status)).toEqual([]);
      else expect(canEnd(status, new Set())).toBe(true);
    }
    function canEnd(status: BookingStatus, seen: Set<BookingStatus>): boolean {
      if (isOver(status)) return true;
      if (seen.has(status)) return false;
      return next(status).some((to) => to !== null && canEnd(to, new Set([...seen, status])));
    }
  });

  test("a request nobody answers expires, it is not called off; its loss is for the owner to claim once it is back", () => {
    expect(statusAfter("pending", "cancel", "system")).toBeNull();
    expect(statusAfter("return_submitted", "claim_damage", "system")).toBeNull();
    expect(statusAfter("in_possession", "claim_damage", "system")).toBe("damaged_admin_review");
  });

  test("nobody cancels what was handed over", () => {
    for (const status of ["in_possession", "return_submitted", "damaged_admin_review"] as const)
      for (const actor of BOOKING_ACTORS) expect(statusAfter(status, "cancel", actor)).toBeNull();
  });
});

describe("a move is refused", () => {
  test.each<[string, BookingEvent, BookingActor, Partial<BookingFacts>, string]>([
    ["to who has no business with it", "approve", "renter", {}, "not_yours"],
    ["from a status it does not start at", "approve", "owner", { status: "canceled" }, "not_from_here"],
    ["while a person looks at the request", "authorize", "system", { isFraudCleared: false }, "in_review"],
    ["after the deadline", "approve", "owner", { ownerDecisionDeadline: ago(0.01) }, "too_late"],
    ["before the card was authorized", "approve", "owner", { paymentStatus: "awaiting_payment" }, "not_authorized"],
    ["after the hold has ended", "approve", "owner", { authExpiresAt: ago(0) }, "not_authorized"],
    ["of an owner who was not asked yet", "decline", "owner", { approvalStatus: "draft" }, "not_authorized"],
    ["without payment", "schedule", "system", { status: "approved", paymentStatus: "failed" }, "payment_missing"],
    [
      "without an agreed time",
      "schedule",
      "system",
      { status: "approved", paymentStatus: "captured", isPickupConfirmed: false },
      "pickup_open",
    ],
    [
      "without signatures",
      "schedule",
      "system",
      { status: "approved", paymentStatus: "captured", isAgreementSigned: false },
      "agreement_unsigned",
    ],
    [
      "before the charge that is still to come",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "charge_scheduled" },
      "payment_missing",
    ],
    [
      "without a deposit",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "captured", isDepositSecured: false },
      "deposit_missing",
    ],
    [
      "on the owner's word alone, too early",
      "hand_over",
      "system",
      { status: "scheduled", paymentStatus: "captured", ownerHandedOverAt: ago(1.9) },
      "too_early",
    ],
    [
      "on the owner's word alone, before it is due",
      "hand_over",
      "system",
      { status: "scheduled", paymentStatus: "captured", startAt: ago(-0.1), scheduledPickupAt: ago(-0.1) },
      "too_early",
    ],
    ["of a renter who is said to have it", "cancel", "renter", { status: "scheduled" }, "handover_told"],
    [
      "of a renter who says otherwise",
      "cancel",
      "renter",
      { status: "scheduled", ownerHandedOverAt: null, handoverObjectedAt: ago(1) },
      "handover_told",
    ],
    ["while a claim is open", "close", "owner", { status: "return_submitted", hasOpenClaim: true }, "claim_open"],
    ["by itself, too early", "close", "system", { status: "return_submitted", returnedAt: ago(47) }, "too_early"],
    ["after the inspection", "claim_damage", "owner", { status: "return_submitted", returnedAt: ago(49) }, "too_late"],
    ["of a loss, too early", "claim_damage", "owner", { status: "in_possession", endAt: ago(167) }, "too_early"],
  ])("%s", (_, event, actor, changes, expected) => expect(refusal(event, actor, changes)).toBe(expected));
});

describe("a move is allowed", () => {
  test.each<[string, BookingEvent, BookingActor, Partial<BookingFacts>]>([
    ["the owner approves at the last moment", "approve", "owner", { ownerDecisionDeadline: NOW }],
    [
      "the renter cancels an unpaid request",
      "cancel",
      "renter",
      { paymentStatus: "none", approvalStatus: "draft", ownerHandedOverAt: null },
    ],
    ["the owner calls off what they said was handed over", "cancel", "owner", { status: "scheduled" }],
    ["an administrator does", "cancel", "admin", { status: "scheduled", handoverObjectedAt: ago(1) }],
    ["fraud declines before the owner was asked", "decline", "system", { approvalStatus: "draft" }],
    [
      "a charge to come is enough to schedule",
      "schedule",
      "system",
      { status: "approved", paymentStatus: "charge_scheduled" },
    ],
    [
      "the renter has it",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "captured", ownerHandedOverAt: null },
    ],
    ["the owner's word, two hours later", "hand_over", "system", { status: "scheduled", paymentStatus: "captured" }],
    [
      "the owner's word of a pickup agreed on before the start",
      "hand_over",
      "system",
      { status: "scheduled", paymentStatus: "captured", startAt: ago(-5), scheduledPickupAt: ago(2) },
    ],
    [
      "the renter has it days before",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "captured", startAt: ago(-99), ownerHandedOverAt: null },
    ],
    ["the owner is content", "close", "owner", { status: "return_submitted", returnedAt: ago(1) }],
    ["two days of silence", "close", "system", { status: "return_submitted" }],
    ["damage within two days", "claim_damage", "owner", { status: "return_submitted" }],
    ["a week without the item", "claim_damage", "system", { status: "in_possession", endAt: ago(168) }],
    ["an administrator settles it", "resolve", "admin", { status: "damaged_admin_review" }],
  ])("%s", (_, event, actor, changes) => expect(refusal(event, actor, changes)).toBeNull());
});

test("a request says what its booking is, in its own spelling", () => {
  expect(requestStatusFor("pending", false)).toBe("submitted");
  expect(requestStatusFor("pending", true)).toBe("pending_owner");
  expect(requestStatusFor("declined", true)).toBe("denied");
  expect(requestStatusFor("canceled", true)).toBe("cancelled");
  expect(requestStatusFor("expired", true)).toBe("expired");
  for (const status of ["approved", "scheduled", "in_possession", "return_submitted", "closed"] as const)
    expect(requestStatusFor(status, true)).toBe("approved");
});
