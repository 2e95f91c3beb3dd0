import type { BookingAction, BookingDetailView } from "@nexby/contract/bookings/bookings";
import { HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { describe, expect, it } from "vitest";
import { viewedFrom } from "../../../../lib/testing/viewed-from.ts";
import { BOOKING } from "../../../../testing/booking.fixture.ts";
import { nextAction } from "../next-action.ts";
import { stepCopy } from "../next-step.ts";
import { noticesOf } from "../notices.ts";
import { chipOf, progressOf } from "../status.ts";
import { overdueItem } from "./lateness.ts";

viewedFrom("America/New_York");

const START = Date.parse(BOOKING.startAt);
const ROLES = ["renter", "owner", "admin"] as const;
const DECISION = { code: "admin_decision", by: "platform", until: null } as const;
/** Two minutes and an hour around the start, the end, and the deadlines to contest and to report. */
const MINUTES = [0, 12 * HOUR, 48 * HOUR, Date.parse(BOOKING.endAt) - START, 7 * 24 * HOUR].flatMap((at) =>
  [-60, -1, 0, 1, 60].map((minutes) => START + at + minutes * MINUTE),
);
const event = (type: string, by: "renter" | "owner", hours: number, notes: string | null = null) => ({
  ...{ id: type, type, by, notes },
  at: new Date(START + hours * HOUR).toISOString(),
});

const UPCOMING: BookingDetailView = { ...BOOKING, status: "scheduled", paymentStatus: "captured", nextStep: DECISION };
const DISPUTED: BookingDetailView = {
  ...UPCOMING,
  timeline: [event("owner_handed_over", "owner", 1), event("handover_objected", "renter", 2, "I was not there")],
};
const contested = (reportedBy: "renter" | "owner"): BookingDetailView => ({
  ...UPCOMING,
  noShow: {
    ...{ reportedBy, isDeliveryAttempted: false },
    reportedAt: new Date(START + HOUR).toISOString(),
    contestUntil: new Date(START + 13 * HOUR).toISOString(),
    contestedAt: new Date(START + 2 * HOUR).toISOString(),
  },
});
const LOST: BookingDetailView = {
  ...{ ...BOOKING, status: "damaged_admin_review", rentalStatus: "lost", nextStep: DECISION },
  claim: {
    ...{ status: "open", filedBy: "system", damageType: "lost", severity: "high", amountCents: 26_000, notes: "" },
    ...{ photos: [], namedAt: null, answeredAt: null, contestReason: null, decisionReason: null, depositCents: 0 },
    ...{ cardCents: 0, collectedCents: 0, chargeableAt: null, payBy: null },
  },
};

describe("bookings that wait for our team", () => {
  it.each([
    ["a disputed handoff", DISPUTED],
    ["a no-show that the renter contests", contested("owner")],
    ["a no-show that the owner contests", contested("renter")],
    ["a rental that nobody reported", UPCOMING],
    ["a lost item", LOST],
  ])(
    "bookings that wait for our team tell every side of %s who decides, without a time to come, at every minute around each deadline",
    (_, shown) => {
      for (const role of ROLES) {
        for (const now of MINUTES) {
          const text = stepCopy({ ...shown, role }, now);
          expect(text).toMatch(/our team (will )?decide/i);
          expect(text).not.toMatch(/\d:\d\d [AP]M|undefined|null/);
        }
      }
    },
  );

  it("bookings that wait for our team have no step of the normal course while both disagree", () => {
    const normal: BookingAction[] = ["hand_over", "cancel", "use_code", "propose_pickup"];
    for (const shown of [DISPUTED, contested("owner"), contested("renter"), UPCOMING]) {
      expect(progressOf(shown)).toBeNull();
      for (const role of ROLES) expect(nextAction({ ...shown, role, allowedActions: normal })).toBeNull();
      expect(chipOf(shown).label).toBe("Under review");
    }
  });

  it("bookings that wait for our team don't name a reason in lists, which don't know it", () => {
    const { timeline, noShow, ...listed } = DISPUTED;
    expect(stepCopy(listed, START)).toBe(
      "There’s a question about the pickup. Our team will decide. You don’t need to do anything, and nothing is charged or refunded until then.",
    );
  });

  it("bookings that wait for our team show a disputed handoff with both sides and the renter's words", () => {
    expect(stepCopy(DISPUTED, START)).toBe(
      "Maya marked it as handed over, and you disputed it. Our team will decide. You don’t need to do anything, and nothing is charged or refunded until then.",
    );
    expect(noticesOf({ ...DISPUTED, role: "owner" })).toEqual([
      {
        title: "You and Omar disagree about the handoff",
        lines: [
          "You marked it as handed over on Thu, Jun 4, 10:00 AM.",
          "Omar disputed that on Thu, Jun 4, 11:00 AM.",
          "“I was not there”",
        ],
      },
    ]);
  });

  it("bookings that wait for our team show who said what about a contested no-show", () => {
    const [notice] = noticesOf({
      ...contested("owner"),
      timeline: [event("no_show_contested", "renter", 2, "I rang twice")],
    });
    expect(notice).toEqual({
      title: "Maya says you didn’t show up",
      lines: ["Reported on Thu, Jun 4, 10:00 AM.", "You contested it on Thu, Jun 4, 11:00 AM.", "“I rang twice”"],
    });
  });

  it("bookings that wait for our team say that a lost item wasn't returned, what it costs and what both can do", () => {
    expect(progressOf(LOST)?.stage).toBe("Not returned");
    expect(chipOf(LOST).label).toBe("Not returned");
    expect(stepCopy(LOST, START)).toBe(
      "It wasn’t returned and is considered lost. Maya can get up to $260.00 for it, plus the late fee. If you bring it back and Maya confirms it before our team decides, you’ll only pay the late fee and any damage.",
    );
    const owner: BookingDetailView = { ...LOST, role: "owner", allowedActions: ["submit_return"] };
    expect(stepCopy(owner, START)).toContain("You can get up to $260.00 for it");
    expect(nextAction(owner)).toBe("submit_return");
    expect(overdueItem(LOST, START)?.title).toBe("Not returned: Dome tent");
  });
});
