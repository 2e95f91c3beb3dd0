import { describe, expect, test } from "vitest";
import { refusalOfPhase } from "../condition/condition-reports.ts";
import { HOUR } from "../kernel/duration.ts";
import { canReportNoShow } from "./actions.ts";
import { contestUntil } from "./scheduled-steps.ts";
import type { BookingSnapshot } from "./snapshot.ts";
import { type BookingEvent, type BookingFacts, refusalOf } from "./transitions.ts";

const NOW = new Date("2026-06-20T12:00:00Z");
const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);
/** Ended an hour ago, after a day and a half. */
const OUTAGE = { from: ago(37), to: ago(1) };

const READY: BookingFacts = {
  status: "scheduled",
  approvalStatus: "approved",
  paymentStatus: "captured",
  startAt: ago(200),
  endAt: ago(100),
  scheduledPickupAt: null,
  ownerDecisionDeadline: null,
  authExpiresAt: null,
  isFraudCleared: true,
  isPickupConfirmed: true,
  isAgreementSigned: true,
  isDepositSecured: true,
  ownerHandedOverAt: null,
  handoverObjectedAt: null,
  noShowReportedBy: null,
  returnedAt: null,
  hasOpenClaim: false,
  isLost: false,
  hasReceiptProof: true,
  shortage: null,
  outages: [],
};

/** Two refusals at an instant: without the outage, and with it. */
const refusals = (event: BookingEvent, actor: "owner" | "system", changes: Partial<BookingFacts>) =>
  [[], [OUTAGE]].map((outages) => refusalOf({ ...READY, ...changes, outages }, { event, actor, now: NOW }));

describe("an outage of a day and a half", () => {
  test.each<[string, BookingEvent, "owner" | "system", Partial<BookingFacts>, (string | null)[]]>([
    ["to dispute a handoff", "hand_over", "system", { ownerHandedOverAt: ago(37.5) }, [null, "too_early"]],
    ["to dispute a handoff, which is over", "hand_over", "system", { ownerHandedOverAt: ago(40) }, [null, null]],
    [
      "to inspect a return",
      "close",
      "system",
      { status: "return_submitted", returnedAt: ago(60) },
      [null, "too_early"],
    ],
    [
      "to claim damage",
      "claim_damage",
      "owner",
      { status: "return_submitted", returnedAt: ago(60) },
      ["too_late", null],
    ],
    [
      "to claim damage, which is over",
      "claim_damage",
      "owner",
      { status: "return_submitted", returnedAt: ago(85) },
      ["too_late", "too_late"],
    ],
    [
      "to return before the item is lost",
      "claim_damage",
      "system",
      { status: "in_possession", endAt: ago(180) },
      [null, "too_early"],
    ],
    ["to report what became of a rental", "close", "system", { endAt: ago(60) }, [null, "too_early"]],
  ])("an outage of a day and a half lengthens the time %s", (_, event, actor, changes, expected) => {
    expect(refusals(event, actor, changes)).toEqual(expected);
  });

  test("an outage of a day and a half lengthens the time to contest a no-show by what was left of it", () => {
    expect(contestUntil(ago(38), { outages: [OUTAGE] })).toEqual(ago(-10));
    expect(contestUntil(ago(38), { outages: [] })).toEqual(ago(26));
  });

  test("an outage of a day and a half lengthens the time to report a no-show", () => {
    const booking = { ...READY, startAt: ago(40), noShowReportedAt: null } as unknown as BookingSnapshot;
    expect(canReportNoShow(booking, NOW)).toBe(false);
    expect(canReportNoShow({ ...booking, outages: [OUTAGE] }, NOW)).toBe(true);
  });

  test("an outage of a day and a half lengthens the time to report the condition at return", () => {
    const returned = { status: "return_submitted", actualPickupAt: null, returnedAt: ago(60) } as const;
    expect(refusalOfPhase({ ...returned, outages: [] }, "check_in", NOW)).toBe("too_late");
    expect(refusalOfPhase({ ...returned, outages: [OUTAGE] }, "check_in", NOW)).toBeNull();
  });
});
