import { describe, expect, test } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { BOOKING_STATUSES, type BookingStatus, isOver, requestStatusFor } from "./statuses.ts";
import {
  BOOKING_ACTORS,
  BOOKING_TRANSITIONS,
  type BookingActor,
  type BookingEvent,
  type BookingFacts,
  refusalOf,
  refusalOfOwnerClaim,
  statusAfter,
} from "./transitions.ts";

const BOOKING_EVENTS = Object.keys(BOOKING_TRANSITIONS) as BookingEvent[];

const NOW = new Date("2026-06-20T12:00:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

/** A booking that meets every guard's conditions at any stage. */
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
  isLost: false,
  hasReceiptProof: true,
  shortage: null,
  outages: [],
};

/** Nothing was reported until two days after the end. */
const ENDED: Partial<BookingFacts> = {
  status: "scheduled",
  paymentStatus: "captured",
  endAt: ago(48),
  ownerHandedOverAt: null,
};

const SHORTAGE = { isNow: true, isLost: false, atStart: true, throughout: true };
/** The booking ended an hour ago, and its units were never there. */
const NEVER_THERE: Partial<BookingFacts> = { ...ENDED, endAt: ago(1), shortage: SHORTAGE };
/** The units came back before the booking's end. */
const BACK_LATE = { ...SHORTAGE, isNow: false, throughout: false };
const DISPUTED: Partial<BookingFacts> = {
  status: "scheduled",
  paymentStatus: "captured",
  ownerHandedOverAt: null,
  handoverObjectedAt: ago(1),
};

const refusal = (event: BookingEvent, actor: BookingActor, changes: Partial<BookingFacts>) =>
  refusalOf({ ...READY, ...changes }, { event, actor, now: NOW });

describe("the transition table", () => {
  test("the transition table lists exactly the transitions that are possible for each status, event and actor", () => {
    const possible = BOOKING_STATUSES.flatMap((status) =>
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
    expect(possible.toSorted()).toEqual(rows.toSorted());
  });

  test("the transition table has no way out of a terminal status, and a way to one from every other status", () => {
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

  test("the system cannot cancel an unanswered request, and can claim a loss only while the item is out", () => {
    expect(statusAfter("pending", "cancel", "system")).toBeNull();
    expect(statusAfter("return_submitted", "claim_damage", "system")).toBeNull();
    expect(statusAfter("in_possession", "claim_damage", "system")).toBe("damaged_admin_review");
  });

  test("no actor can cancel after the handoff", () => {
    for (const status of ["in_possession", "return_submitted", "damaged_admin_review"] as const)
      for (const actor of BOOKING_ACTORS) expect(statusAfter(status, "cancel", actor)).toBeNull();
  });
});

describe("a transition is rejected", () => {
  test.each<[string, BookingEvent, BookingActor, Partial<BookingFacts>, string]>([
    ["for an actor who may not trigger it", "approve", "renter", {}, "not_yours"],
    ["from a status it does not start from", "approve", "owner", { status: "canceled" }, "not_from_here"],
    ["during fraud review", "authorize", "system", { isFraudCleared: false }, "in_review"],
    ["after the deadline", "approve", "owner", { ownerDecisionDeadline: ago(0.01) }, "too_late"],
    ["before the card is authorized", "approve", "owner", { paymentStatus: "awaiting_payment" }, "not_authorized"],
    ["after the authorization has expired", "approve", "owner", { authExpiresAt: ago(0) }, "not_authorized"],
    ["before the owner has received the request", "decline", "owner", { approvalStatus: "draft" }, "not_authorized"],
    ["without payment", "schedule", "system", { status: "approved", paymentStatus: "failed" }, "payment_missing"],
    [
      "without a confirmed pickup time",
      "schedule",
      "system",
      { status: "approved", paymentStatus: "captured", isPickupConfirmed: false },
      "pickup_open",
    ],
    [
      "without a signed agreement",
      "schedule",
      "system",
      { status: "approved", paymentStatus: "captured", isAgreementSigned: false },
      "agreement_unsigned",
    ],
    [
      "before the scheduled charge",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "charge_scheduled" },
      "payment_missing",
    ],
    ...(["disputed", "charged_back"] as const).map(
      (paymentStatus): [string, BookingEvent, BookingActor, Partial<BookingFacts>, string] => [
        `while the payment is ${paymentStatus}`,
        "hand_over",
        "renter",
        { status: "scheduled", paymentStatus },
        "payment_disputed",
      ],
    ),
    [
      "without a deposit",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "captured", isDepositSecured: false },
      "deposit_missing",
    ],
    [
      "on the owner's claim alone, before the dispute window ends",
      "hand_over",
      "system",
      { status: "scheduled", paymentStatus: "captured", ownerHandedOverAt: ago(1.9) },
      "too_early",
    ],
    [
      "for an owner without the renter's code",
      "hand_over",
      "owner",
      { status: "scheduled", paymentStatus: "captured" },
      "not_yours",
    ],
    [
      "on the owner's claim alone, before the pickup is due",
      "hand_over",
      "system",
      { status: "scheduled", paymentStatus: "captured", startAt: ago(-0.1), scheduledPickupAt: ago(-0.1) },
      "too_early",
    ],
    [
      "for a renter who has the item according to the owner",
      "cancel",
      "renter",
      { status: "scheduled" },
      "handover_reported",
    ],
    [
      "for a renter who disputes the handoff",
      "cancel",
      "renter",
      { status: "scheduled", ownerHandedOverAt: null, handoverObjectedAt: ago(1) },
      "handover_reported",
    ],
    [
      "for a receipt without a photo or code",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "captured", hasReceiptProof: false },
      "receipt_photo_missing",
    ],
    ["while a claim is open", "close", "owner", { status: "return_submitted", hasOpenClaim: true }, "claim_open"],
    [
      "automatically, before the inspection period ends",
      "close",
      "system",
      { status: "return_submitted", returnedAt: ago(47) },
      "too_early",
    ],
    [
      "without a report, before 48 hours have passed since the end",
      "close",
      "system",
      { ...ENDED, endAt: ago(47) },
      "too_early",
    ],
    [
      "without a report, when the payment is disputed",
      "close",
      "system",
      { ...ENDED, paymentStatus: "disputed" },
      "payment_disputed",
    ],
    [
      "without a report, when no deposit is held",
      "close",
      "system",
      { ...ENDED, isDepositSecured: false },
      "deposit_missing",
    ],
    [
      "without a report, when the agreement is not signed",
      "close",
      "system",
      { ...ENDED, isAgreementSigned: false },
      "agreement_unsigned",
    ],
    [
      "as unreported, when a no-show was reported",
      "close",
      "system",
      { ...ENDED, noShowReportedBy: "renter" },
      "no_show_reported",
    ],
    [
      "as unreported, when the owner reported a handoff",
      "close",
      "system",
      { ...ENDED, ownerHandedOverAt: ago(1) },
      "handover_reported",
    ],
    [
      "as unreported, when the handoff is disputed",
      "close",
      "system",
      { ...ENDED, handoverObjectedAt: ago(1) },
      "handover_reported",
    ],
    ["as unreported, for the owner", "close", "owner", ENDED, "not_yours"],
    [
      "for a missing item, before the booking's end",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, endAt: ago(-0.1) },
      "too_early",
    ],
    [
      "for a missing item that came back in time",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, shortage: { ...SHORTAGE, atStart: false, throughout: false } },
      "item_there",
    ],
    [
      "for a missing item, when nobody was late",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, shortage: null },
      "item_there",
    ],
    [
      "for a missing item that came back, while a handoff may still be reported",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, endAt: ago(47), shortage: BACK_LATE },
      "too_early",
    ],
    [
      "for a missing item that came back, when a no-show was reported",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, endAt: ago(48), shortage: BACK_LATE, noShowReportedBy: "renter" },
      "no_show_reported",
    ],
    [
      "for a missing item, when the owner reported a handoff",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, ownerHandedOverAt: ago(3) },
      "handover_reported",
    ],
    ["for a missing item, for the owner", "cancel_for_missing_item", "owner", NEVER_THERE, "not_yours"],
    [
      "for an admin, when nobody disputes the handoff",
      "uphold_handoff",
      "admin",
      { ...DISPUTED, handoverObjectedAt: null },
      "handoff_undisputed",
    ],
    [
      "for an admin who rejects a handoff that nobody disputes",
      "reject_handoff",
      "admin",
      { ...DISPUTED, handoverObjectedAt: null },
      "handoff_undisputed",
    ],
    [
      "for an admin who upholds the handoff of an unpaid rental",
      "uphold_handoff",
      "admin",
      { ...DISPUTED, paymentStatus: "failed" },
      "payment_missing",
    ],
    ["for an owner who upholds a disputed handoff", "uphold_handoff", "owner", DISPUTED, "not_yours"],
    [
      "after the inspection period",
      "claim_damage",
      "owner",
      { status: "return_submitted", returnedAt: ago(49) },
      "too_late",
    ],
    [
      "for a loss claimed too early",
      "claim_damage",
      "owner",
      { status: "in_possession", endAt: ago(167) },
      "too_early",
    ],
  ])("%s", (_, event, actor, changes, expected) => expect(refusal(event, actor, changes)).toBe(expected));
});

describe("a transition is allowed", () => {
  test.each<[string, BookingEvent, BookingActor, Partial<BookingFacts>]>([
    ["when the owner approves at the deadline", "approve", "owner", { ownerDecisionDeadline: NOW }],
    [
      "when the renter cancels an unpaid request",
      "cancel",
      "renter",
      { paymentStatus: "none", approvalStatus: "draft", ownerHandedOverAt: null },
    ],
    ["when the owner cancels after marking the item as handed over", "cancel", "owner", { status: "scheduled" }],
    [
      "when an admin cancels after a disputed handoff",
      "cancel",
      "admin",
      { status: "scheduled", handoverObjectedAt: ago(1) },
    ],
    [
      "when a fraud decline comes before the owner has received the request",
      "decline",
      "system",
      { approvalStatus: "draft" },
    ],
    [
      "to scheduled while the charge is still to come",
      "schedule",
      "system",
      { status: "approved", paymentStatus: "charge_scheduled" },
    ],
    [
      "when the renter confirms receipt",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "captured", ownerHandedOverAt: null },
    ],
    [
      "two hours after the owner marks the item as handed over",
      "hand_over",
      "system",
      { status: "scheduled", paymentStatus: "captured" },
    ],
    [
      "on the owner's claim, for a pickup scheduled before the start",
      "hand_over",
      "system",
      { status: "scheduled", paymentStatus: "captured", startAt: ago(-5), scheduledPickupAt: ago(2) },
    ],
    [
      "when the renter confirms receipt days before the start",
      "hand_over",
      "renter",
      { status: "scheduled", paymentStatus: "captured", startAt: ago(-99), ownerHandedOverAt: null },
    ],
    ["when the owner confirms the return", "close", "owner", { status: "return_submitted", returnedAt: ago(1) }],
    ["automatically, two days after the return", "close", "system", { status: "return_submitted" }],
    ["automatically, two days after an end without any report", "close", "system", ENDED],
    ["when damage is claimed within two days", "claim_damage", "owner", { status: "return_submitted" }],
    ["when the owner claims a loss", "claim_damage", "owner", { status: "in_possession", endAt: ago(168) }],
    ["when the item is a week overdue", "claim_damage", "system", { status: "in_possession", endAt: ago(168) }],
    ["when the item was missing until the booking's end", "cancel_for_missing_item", "system", NEVER_THERE],
    [
      "when the item was missing, although a no-show was reported",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, noShowReportedBy: "renter" },
    ],
    [
      "when the item came back during the booking and no handoff was reported for 48 hours after it",
      "cancel_for_missing_item",
      "system",
      { ...NEVER_THERE, endAt: ago(48), shortage: BACK_LATE },
    ],
    ["when an admin upholds a disputed handoff", "uphold_handoff", "admin", DISPUTED],
    [
      "when an admin upholds a handoff whose payment is disputed and whose deposit is gone",
      "uphold_handoff",
      "admin",
      { ...DISPUTED, paymentStatus: "disputed", isDepositSecured: false },
    ],
    ["when an admin rejects a disputed handoff", "reject_handoff", "admin", DISPUTED],
    ["when an admin resolves the claim", "resolve", "admin", { status: "damaged_admin_review" }],
  ])("%s", (_, event, actor, changes) => expect(refusal(event, actor, changes)).toBeNull());
});

test("a request maps a booking status to the request status, in its own spelling", () => {
  expect(requestStatusFor("pending", false)).toBe("submitted");
  expect(requestStatusFor("pending", true)).toBe("pending_owner");
  expect(requestStatusFor("declined", true)).toBe("denied");
  expect(requestStatusFor("canceled", true)).toBe("cancelled");
  expect(requestStatusFor("expired", true)).toBe("expired");
  for (const status of ["approved", "scheduled", "in_possession", "return_submitted", "closed"] as const)
    expect(requestStatusFor(status, true)).toBe("approved");
});

describe("the return of a lost item", () => {
  const lost = { status: "damaged_admin_review", hasOpenClaim: true, isLost: true } as const;

  test("the return of a lost item is confirmed by its owner, or by both with a code, but not by the renter alone", () => {
    expect(refusal("submit_return", "owner", lost)).toBeNull();
    expect(refusal("submit_return", "renter", lost)).toBe("return_unconfirmed");
    const byCode = { event: "submit_return", actor: "renter", now: NOW, isByCode: true } as const;
    expect(refusalOf({ ...READY, ...lost }, byCode)).toBeNull();
    expect(refusal("submit_return", "admin", lost)).toBe("not_yours");
  });

  test("the return of a lost item isn't possible for a damaged item, nor once the claim is decided", () => {
    expect(refusal("submit_return", "owner", { ...lost, isLost: false })).toBe("not_from_here");
    expect(refusal("submit_return", "owner", { ...lost, status: "closed" })).toBe("not_from_here");
  });
});

test("an owner can't mark a handoff again while an admin decides the renter's dispute", () => {
  expect(refusalOfOwnerClaim({ ...READY, ...DISPUTED }, NOW)).toBe("handoff_disputed");
  expect(refusalOfOwnerClaim({ ...READY, ...DISPUTED, handoverObjectedAt: null }, NOW)).toBeNull();
});
