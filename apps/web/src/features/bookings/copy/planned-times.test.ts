import type { PlannedTimeView } from "@nexby/contract/bookings/planned-times";
import { describe, expect, it } from "vitest";
import { BOOKING } from "../../../testing/booking.fixture.ts";
import { PLAN } from "../../../testing/planned-time.fixture.ts";
import {
  hoursHint,
  keepLabel,
  planBadge,
  planLines,
  planQuote,
  planText,
  planTime,
  planTitle,
  proposeLabel,
} from "./planned-times.ts";

const END = Date.parse(BOOKING.endAt);
const AS_OWNER = { ...BOOKING, role: "owner" } as const;
const AS_ADMIN = { ...BOOKING, role: "admin" } as const;
const CONFIRMED: PlannedTimeView = {
  ...PLAN,
  at: "2026-06-04T13:00:00.000Z",
  isConfirmed: true,
  turn: null,
  proposal: null,
};
const MOVED: PlannedTimeView = {
  ...CONFIRMED,
  turn: "owner",
  proposal: PLAN.proposal && { ...PLAN.proposal, at: "2026-06-04T15:00:00.000Z", isConfirmedAtDeadline: false },
};
const RETURN: PlannedTimeView = { ...CONFIRMED, kind: "return", at: BOOKING.endAt, isConfirmed: false };

/** The owner's reply to the renter's proposal of the same day at 9:00 AM. */
const counterproposal = (changes: Partial<NonNullable<PlannedTimeView["proposal"]>> = {}): PlannedTimeView => ({
  ...PLAN,
  turn: "renter",
  proposal: PLAN.proposal && {
    ...PLAN.proposal,
    by: "owner",
    message: "I work until noon",
    inReplyTo: { at: PLAN.proposal.at, response: "I work until noon" },
    ...changes,
  },
});

describe("planned times", () => {
  it.each([
    ["the renter", BOOKING, "Maya replied to your proposal of Thu, Jun 4, 9:00 AM EDT"],
    ["the owner", AS_OWNER, "You replied to Omar’s proposal of Thu, Jun 4, 9:00 AM EDT"],
    ["an admin", AS_ADMIN, "Maya replied to Omar’s proposal of Thu, Jun 4, 9:00 AM EDT"],
  ] as const)("[PICK-01] planned times quote a counterproposal to %s", (_, booking, by) => {
    expect(planQuote(counterproposal(), booking)).toEqual({ by, text: "I work until noon" });
  });

  it("[PICK-01] planned times quote the notes of a proposal, and nothing without notes", () => {
    expect(planQuote(counterproposal({ inReplyTo: null }), BOOKING)).toEqual({
      by: "Maya wrote",
      text: "I work until noon",
    });
    expect(planQuote(counterproposal({ inReplyTo: null, message: null }), BOOKING)).toBeNull();
    const silent = { at: "2026-06-04T13:00:00.000Z", response: null };
    expect(planQuote(counterproposal({ inReplyTo: silent, message: null }), BOOKING)).toBeNull();
    expect(planQuote(CONFIRMED, BOOKING)).toBeNull();
  });

  it("[PICK-01] planned times say that the renter is flexible", () => {
    const flexible = { ...PLAN, proposal: PLAN.proposal && { ...PLAN.proposal, isFlexible: true } };
    expect(planLines(flexible, AS_OWNER)).toContain("Any time around 9:00 AM works for Omar.");
    expect(planLines(flexible, BOOKING)).toContain("Any time around 9:00 AM works for you.");
    expect(planLines(PLAN, AS_OWNER).join()).not.toContain("Any time");
  });

  it("[PICK-01] planned times say who confirmed a time and when, until another one is proposed", () => {
    const by = (who: "renter" | "owner" | null) => ({
      ...CONFIRMED,
      confirmation: { at: "2026-06-01T14:00:00.000Z", by: who },
    });
    expect(planLines(by("owner"), BOOKING)).toEqual(["Maya confirmed it on Mon, Jun 1, 10:00 AM EDT."]);
    expect(planLines(by("renter"), BOOKING)).toEqual(["You confirmed it on Mon, Jun 1, 10:00 AM EDT."]);
    expect(planLines(by(null), BOOKING)).toEqual(["Confirmed automatically on Mon, Jun 1, 10:00 AM EDT."]);
    expect(planLines({ ...by("owner"), proposal: MOVED.proposal }, BOOKING).join()).not.toContain("confirmed it");
  });

  it("[PICK-01] planned times don't promise the owner's hours for a time that the owner proposed", () => {
    expect(planText(counterproposal(), BOOKING)).toMatch(/, it’s confirmed automatically\.$/);
  });

  it("[PICK-01] planned times say whose turn it is to each person", () => {
    expect([planBadge(PLAN, AS_OWNER)?.label, planBadge(PLAN, BOOKING)?.label]).toEqual([
      "Your turn",
      "Waiting for Maya",
    ]);
    expect(planBadge(PLAN, AS_ADMIN)?.label).toBe("Waiting for Maya");
    expect([planBadge(CONFIRMED, BOOKING)?.label, planBadge(RETURN, BOOKING)]).toEqual(["Confirmed", null]);
  });

  it.each([
    [
      "the owner of a first proposal",
      PLAN,
      AS_OWNER,
      "Omar proposed this time. If you don’t reply by Mon, Jun 1, 12:00 PM EDT, it’s confirmed automatically if it’s within your hours.",
    ],
    [
      "the renter who made it",
      PLAN,
      BOOKING,
      "You proposed this time. If Maya doesn’t reply by Mon, Jun 1, 12:00 PM EDT, it’s confirmed automatically if it’s within Maya’s hours.",
    ],
    [
      "an admin",
      PLAN,
      AS_ADMIN,
      "Omar proposed this time. If Maya doesn’t reply by Mon, Jun 1, 12:00 PM EDT, it’s confirmed automatically if it’s within Maya’s hours.",
    ],
    [
      "the owner of a moved time",
      MOVED,
      AS_OWNER,
      "Omar proposed Thu, Jun 4, 11:00 AM EDT instead. If you don’t reply by Mon, Jun 1, 12:00 PM EDT, the confirmed time stays.",
    ],
    [
      "the renter who moved it",
      MOVED,
      BOOKING,
      "You proposed Thu, Jun 4, 11:00 AM EDT instead. If Maya doesn’t reply by Mon, Jun 1, 12:00 PM EDT, the confirmed time stays.",
    ],
  ] as const)("[PICK-01] planned times tell %s what happens without a reply", (_, plan, booking, text) => {
    expect(planText(plan, booking)).toBe(text);
  });

  it("[PICK-01] planned times say nothing more about a confirmed time, and that an unplanned return is due at the end", () => {
    expect(planText(CONFIRMED, BOOKING)).toBeNull();
    expect(planTime(CONFIRMED, BOOKING)).toBe("Thu, Jun 4, 9:00 AM EDT");
    expect(planTime(RETURN, BOOKING, END - 1)).toBe("By Sat, Jun 6, 6:00 PM EDT");
    expect(planText(RETURN, BOOKING, END - 1)).toBe("The rental ends then.");
    expect(planText(RETURN, { ...BOOKING, allowedActions: ["propose_return"] }, END - 1)).toBe(
      "The rental ends then. You can agree on an earlier time.",
    );
    expect(planText(RETURN, { ...BOOKING, rentalStatus: "overdue" }, END - 1)).toBe("The rental ended then.");
  });

  it("planned times name an end that has passed as past, also while returning is still free", () => {
    expect(planTime(RETURN, BOOKING, END)).toBe("Sat, Jun 6, 6:00 PM EDT");
    expect(planText(RETURN, { ...BOOKING, allowedActions: ["propose_return"] }, END)).toBe("The rental ended then.");
  });

  it("[PICK-01] planned times name the buttons by what they do for each person", () => {
    expect([keepLabel(MOVED, AS_OWNER), keepLabel(MOVED, BOOKING)]).toEqual([
      "Keep the confirmed time",
      "Withdraw proposal",
    ]);
    expect(keepLabel({ ...MOVED, isConfirmed: false }, AS_OWNER)).toBe("Decline");
    expect([proposeLabel(RETURN), proposeLabel(CONFIRMED)]).toEqual([
      "Propose an earlier time",
      "Propose another time",
    ]);
    expect(proposeLabel({ ...RETURN, isConfirmed: true })).toBe("Propose another time");
    expect(proposeLabel({ ...RETURN, proposal: PLAN.proposal })).toBe("Propose another time");
  });

  it("[PICK-01] planned times use the words of the handoff and name the owner's hours", () => {
    const delivery = { ...BOOKING, exchangeType: "delivery" } as const;
    expect([planTitle(PLAN, delivery), planTitle(RETURN, delivery)]).toEqual(["Delivery time", "Collection time"]);
    expect(hoursHint(PLAN, BOOKING)).toBe("Maya’s hours are 9:00 AM – 6:00 PM.");
    expect(hoursHint(PLAN, AS_OWNER)).toBe(
      "Omar can propose times within your hours, 9:00 AM – 6:00 PM. You can propose any time.",
    );
  });
});
