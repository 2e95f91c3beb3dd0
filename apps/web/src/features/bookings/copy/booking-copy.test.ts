import { BOOKING_ACTIONS, BOOKING_STEPS, type BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import { BOOKING_STATUSES } from "@nexby/domain/bookings/statuses";
import { describe, expect, it } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { BOOKING, LATE_FEE } from "../../../testing/booking.fixture.ts";
import { actionCopy } from "./actions.ts";
import { claimLines, claimStatusText, claimTitle, limitText } from "./damage-claim.ts";
import { isOwnAction, nextAction, stepActions } from "./next-action.ts";
import { stepCopy as stepCopyAt, timeLeft } from "./next-step.ts";
import { noticesOf as noticesAt } from "./notices.ts";
import { depositCopy } from "./payments.ts";
import { chipOf } from "./status.ts";
import { actorCopy, eventCopy, handoffTimes, noteCopy } from "./timeline.ts";

viewedFrom("America/New_York");

/** Before everything that is still to come. */
const EARLIER = Date.parse("2026-05-31T16:00:00.000Z");
const noticesOf = (booking: BookingDetailView) => noticesAt(booking, EARLIER);
const stepCopy = (booking: Parameters<typeof stepCopyAt>[0], now = EARLIER) => stepCopyAt(booking, now);

const booking = (changes: Partial<BookingDetailView>): BookingDetailView => ({ ...BOOKING, ...changes });

/** Traces of raw codes or missing values. */
const CODE = /_|undefined|null|\[object/;

describe("booking texts", () => {
  it("booking texts never show raw codes, for any role, status, action or next step", () => {
    for (const role of ["renter", "owner", "admin"] as const) {
      for (const status of BOOKING_STATUSES) expect(chipOf(booking({ role, status })).label).not.toMatch(CODE);
      for (const action of BOOKING_ACTIONS.filter(isOwnAction)) {
        expect(Object.values(actionCopy(action, booking({ role }))).join(" ")).not.toMatch(/undefined|null/);
      }
      for (const code of BOOKING_STEPS) {
        for (const by of ["renter", "owner", "platform"] as const) {
          for (const until of [null, BOOKING.endAt]) {
            expect(stepCopy(booking({ role, nextStep: { code, by, until } })) ?? "").not.toMatch(CODE);
          }
        }
      }
    }
  });

  it.each([
    [{}, "Waiting for the owner"],
    [{ role: "owner" }, "Waiting for your reply"],
    [{ approvalStatus: "draft", paymentStatus: "awaiting_payment" }, "Not sent yet"],
    [{ approvalStatus: "draft" }, "Under review"],
    [{ status: "approved", paymentStatus: "action_required" }, "Payment needed"],
    [{ status: "scheduled", paymentStatus: "captured", depositStatus: "action_required" }, "Deposit needed"],
    [{ status: "in_possession" }, "With you"],
    [{ status: "in_possession", rentalStatus: "overdue" }, "Overdue"],
    [{ status: "canceled", rentalStatus: "no_show" }, "No-show"],
  ] satisfies [Partial<BookingDetailView>, string][])("booking texts label %o as: %s", (changes, label) => {
    expect(chipOf(booking(changes)).label).toBe(label);
  });

  it("booking texts tell each side the next step in the item's local time", () => {
    expect(stepCopy(BOOKING)).toBe("Maya has until Mon, Jun 1, 12:00 PM to reply.");
    expect(stepCopy(booking({ role: "owner" }))).toBe("Reply by Mon, Jun 1, 12:00 PM, or the request expires.");
    const nextStep = { code: "pickup", by: "renter", until: null } as const;
    const pickupAt = "2026-06-04T18:00:00.000Z";
    expect(stepCopy(booking({ nextStep, pickupAt }))).toBe("Pick it up on Thu, Jun 4, 2:00 PM.");
    expect(stepCopy(booking({ nextStep: null }))).toBeNull();
    const disputed = { code: "payment_disputed", by: "platform", until: null } as const;
    const until = "The item can’t be handed over until that’s settled.";
    expect(stepCopy(booking({ nextStep: disputed }))).toBe(`Your bank is disputing the payment. ${until}`);
    expect(stepCopy(booking({ role: "owner", nextStep: disputed }))).toBe(
      `Omar’s bank is disputing the payment. ${until}`,
    );
  });

  it("booking texts say what the renter can do about a missing deposit, and by when", () => {
    const nextStep = { code: "secure_deposit", by: "renter", until: "2026-06-04T15:00:00.000Z" } as const;
    const by = "by Thu, Jun 4, 11:00 AM";
    expect(stepCopy(booking({ nextStep }))).toBe(
      `We couldn’t hold the deposit on your card. Confirm it or use another card ${by} to keep this booking.`,
    );
    expect(stepCopy(booking({ role: "owner", nextStep }))).toBe(
      `We couldn’t hold the deposit on Omar’s card. Omar can confirm it ${by}.`,
    );
  });

  it("booking texts say when a request expires that we haven't reviewed", () => {
    const nextStep = { code: "fraud_review", by: "platform", until: BOOKING.startAt } as const;
    expect(stepCopyAt(booking({ nextStep }), Date.parse(BOOKING.startAt) - 1)).toBe(
      "We’re reviewing the payment, which usually takes less than 12 hours. If we don’t approve it by Thu, Jun 4, 9:00 AM, the request expires and nothing is charged.",
    );
    expect(stepCopyAt(booking({ nextStep }), Date.parse(BOOKING.startAt) + 1)).toBe(
      "The time to review the payment is over, so the request expires. Nothing is charged.",
    );
  });

  it("booking texts name the owner who handed over the item when an admin reads them", () => {
    const nextStep = { code: "confirm_receipt", by: "renter", until: null } as const;
    expect(stepCopy(booking({ role: "owner", nextStep }))).toBe("You marked it as handed over. Omar can dispute it.");
    expect(stepCopy(booking({ role: "admin", nextStep }))).toBe("Maya marked it as handed over. Omar can dispute it.");
  });

  it("booking texts fall back to the event name for unknown events", () => {
    expect(eventCopy({ type: "hand_over", by: "system" })).toBe("Rental started");
    expect(eventCopy({ type: "moon_landing", by: "owner" })).toBe("Moon landing");
    expect(actorCopy({ by: "owner" }, BOOKING)).toBe("Maya");
    expect(actorCopy({ by: "renter" }, BOOKING)).toBe("You");
    expect(actorCopy({ by: "system" }, BOOKING)).toBeNull();
  });
});

describe("booking notices", () => {
  const canceled = (changes: object) => {
    const cancellation = { by: "system", at: BOOKING.endAt, reason: null, absent: null, percent: 100, refundCents: 0 };
    return booking({ cancellation: { ...cancellation, ...changes } as BookingDetailView["cancellation"] });
  };
  const linesOf = (canceledBooking: BookingDetailView) => noticesOf(canceledBooking).flatMap(({ lines }) => lines);

  it.each([
    ["payment_failed", "We couldn’t charge the rental in time."],
    ["deposit_failed", "We couldn’t hold the deposit in time."],
    ["renter_no_show", "You didn’t show up."],
    ["owner_no_show", "Maya didn’t show up."],
  ])("booking notices explain the system reason %s as: %s", (reason, text) => {
    expect(linesOf(canceled({ reason }))).toEqual([text, "Nothing was charged."]);
    expect(noteCopy({ type: "cancel", by: "system", notes: reason }, BOOKING)).toBe(text);
  });

  it("booking notices never show a system reason that has no text", () => {
    expect(linesOf(canceled({ reason: "authentication_required" }))).toEqual(["Nothing was charged."]);
  });

  it("booking notices explain a replaced checkout, and quote a person's own reason unchanged", () => {
    const replaced = { by: "renter", reason: "replaced" };
    const draft = { approvalStatus: "draft" } as const;
    expect(linesOf({ ...canceled(replaced), ...draft })[0]).toBe("The renter chose something else at checkout.");
    expect(linesOf(canceled(replaced))[0]).toBe("replaced");
    expect(linesOf(canceled({ by: "owner", reason: "payment_failed" }))[0]).toBe("payment_failed");
    expect(noteCopy({ type: "submit_return", by: "renter", notes: "payment_failed" }, BOOKING)).toBe("payment_failed");
  });

  it("booking notices name a no-show once, both when it went uncontested and when an admin decided", () => {
    const system = canceled({ reason: "owner_no_show", absent: "owner" });
    expect(linesOf(system)).toEqual(["Maya didn’t show up.", "Nothing was charged."]);
    const decided = canceled({ by: "admin", reason: "Seen by a neighbor", absent: "renter" });
    expect(linesOf({ ...decided, role: "owner" })).toEqual([
      "Omar didn’t show up.",
      "Seen by a neighbor",
      "Nothing was charged.",
    ]);
  });

  it("booking notices name the owner only when the owner declined the request", () => {
    const declined = booking({ status: "declined" });
    expect(noticesOf(declined)).toEqual([{ title: "The request was declined", lines: ["Nothing was charged."] }]);
    expect(noticesOf({ ...declined, declineReason: "In repair" })[0]?.title).toBe("Maya declined the request");
  });

  it("booking notices mention the owner's delivery attempt", () => {
    const noShow = { reportedBy: "owner", reportedAt: BOOKING.startAt, contestUntil: BOOKING.endAt } as const;
    const reported = { ...noShow, contestedAt: null, isDeliveryAttempted: true };
    const at = "Reported on Thu, Jun 4, 9:00 AM.";
    expect(linesOf(booking({ noShow: reported }))[1]).toBe("Maya tried to deliver it.");
    const plain = booking({ noShow: { ...reported, isDeliveryAttempted: false } });
    expect(noticesOf(plain)[0]?.title).toBe("Maya says you didn’t show up");
    expect(linesOf(plain)).toEqual([at, "You have until Sat, Jun 6, 6:00 PM to contest this."]);
    expect(linesOf({ ...plain, role: "owner" })).toEqual([at, "Omar has until Sat, Jun 6, 6:00 PM to contest this."]);
    expect(linesOf({ ...plain, status: "canceled" })).toEqual([at]);
  });
});

describe("[DMG-01] a damage claim", () => {
  const CLAIM: DamageClaimView = {
    status: "open",
    filedBy: "owner",
    damageType: "broken",
    severity: "medium",
    amountCents: 2_500,
    notes: "A dent",
    photos: [],
    namedAt: null,
    answeredAt: null,
    contestReason: null,
    decisionReason: null,
    depositCents: 0,
    cardCents: 0,
    collectedCents: 0,
    chargeableAt: null,
    payBy: null,
  };
  const nextStep = { code: "admin_decision", by: "platform", until: null } as const;
  const claimed = booking({ status: "damaged_admin_review", nextStep, claim: CLAIM });
  const at = "2027-06-10T16:00:00.000Z";
  const moment = "Thu, Jun 10, 12:00 PM";

  it("a damage claim by the owner is distinguished from an item that was not returned", () => {
    expect(claimTitle(CLAIM, claimed)).toBe("Maya claims $25.00");
    expect(claimTitle(CLAIM, { ...claimed, role: "owner" })).toBe("You claim $25.00");
    expect(stepCopy(claimed)).toBe("Our team is reviewing the claim.");
    expect(eventCopy({ type: "claim_damage", by: "owner" })).toBe("Damage claimed");
    expect(claimTitle({ ...CLAIM, filedBy: "system" }, claimed)).toBe("It wasn’t returned");
    expect(stepCopy({ ...claimed, rentalStatus: "lost" })).toMatch(/^It wasn’t returned and is considered lost\./);
    expect(eventCopy({ type: "claim_damage", by: "system" })).toBe("Not returned");
  });

  it("a damage claim shows the decided amount once it is decided, beside what was claimed", () => {
    const decided = { ...CLAIM, status: "decided", depositCents: 1_000, cardCents: 500 } as const;
    expect(claimTitle(decided, claimed)).toBe("Maya was awarded $15.00 of the $25.00 claimed");
    expect(claimTitle({ ...decided, status: "charged", cardCents: 1_500 }, { ...claimed, role: "owner" })).toBe(
      "You were awarded $25.00",
    );
    expect(claimTitle({ ...CLAIM, status: "dismissed" }, claimed)).toBe("Maya claimed $25.00");
  });

  it.each([
    ["renter", {}, "Do you agree? Our team makes the final decision."],
    ["owner", { status: "agreed" }, "Omar agreed. Our team will decide."],
    ["renter", { status: "contested" }, "You contested it. Our team will decide."],
    ["owner", { status: "dismissed" }, "Nothing is charged."],
    ["renter", { status: "decided", depositCents: 2_000 }, "$20.00 comes from the deposit."],
    [
      "owner",
      { status: "decided", cardCents: 500, chargeableAt: at },
      `We’ll charge $5.00 to Omar’s card on ${moment}.`,
    ],
    [
      "renter",
      { status: "decided", cardCents: 500, chargeableAt: at },
      `We’ll charge $5.00 to your card on ${moment}. You can pay earlier.`,
    ],
    [
      "renter",
      { status: "decided", cardCents: 500, chargeableAt: at, payBy: at },
      `We couldn’t charge $5.00 to your card. You have until ${moment} to pay it.`,
    ],
    ["renter", { status: "charged", collectedCents: 2_500 }, "You paid $25.00."],
    [
      "owner",
      { status: "uncollectible", depositCents: 2_000, cardCents: 500, collectedCents: 2_000 },
      "$20.00 was paid. $5.00 couldn’t be collected.",
    ],
  ] as const)("a damage claim tells the %s where it stands (%o)", (role, changes, text) =>
    expect(
      claimStatusText(
        { ...CLAIM, ...changes },
        booking({ role, renter: { ...BOOKING.renter, firstName: "Omar" }, timezone: "America/New_York" }),
        EARLIER,
      ),
    ).toBe(text),
  );

  it("a damage claim names no time that has passed", () => {
    const decided = { ...CLAIM, status: "decided", cardCents: 500, chargeableAt: at } as const;
    const later = Date.parse(at) + 1;
    expect(claimStatusText(decided, claimed, later)).toBe("We’re charging $5.00 to your card.");
    expect(claimStatusText({ ...decided, payBy: at }, claimed, later)).toBe(
      "We couldn’t charge $5.00 to your card in time.",
    );
  });

  it("a damage claim adds up from deposit and card to what was decided", () => {
    const decided = { ...CLAIM, status: "decided", depositCents: 2_000, cardCents: 500 } as const;
    expect(claimLines(decided).map(({ label, amount }) => [label, amount])).toEqual([
      ["Decided", "$25.00"],
      ["From the deposit", "$20.00"],
      ["By card", "$5.00"],
    ]);
    expect(claimLines({ ...decided, cardCents: 0 })).toEqual([{ label: "Decided", amount: "$20.00" }]);
    expect(claimLines(CLAIM)).toEqual([]);
  });

  it("a damage claim says how much the owner can claim and an admin can award", () => {
    const limitOf = (role: "owner" | "admin", damageLimitCents: number, depositCents: number) =>
      limitText(booking({ role, damageLimitCents, depositCents }));
    expect(limitOf("owner", 0, 0)).toContain("nothing can be charged");
    expect(limitOf("owner", 6_000, 6_000)).toBe("You can claim up to $60.00, the deposit.");
    expect(limitOf("admin", 6_000, 0)).toBe("You can award up to $60.00, the value Omar agreed to at checkout.");
  });

  it("a damage claim says how much can be claimed for a loss, and how much that is with the late fee", () => {
    const loss = { valueCents: 20_000, isNamedByOwner: false, maxCents: 37_500 };
    const limits = {
      ...BOOKING,
      role: "owner" as const,
      price: { ...BOOKING.price, loss },
      damageLimitCents: 20_000,
      lossLimitCents: 20_000,
    };
    const lost = { ...limits, claim: { ...CLAIM, damageType: "lost" as const, amountCents: 20_000 } };
    expect(limitText(lost)).toBe("For a loss, you can claim up to $200.00.");
    expect(limitText({ ...lost, lateFee: { ...LATE_FEE, owedCents: 17_500 } })).toBe(
      "For a loss, you can claim up to $200.00. With the late fee of $175.00, that’s at most $375.00, as agreed at checkout.",
    );
    expect(limitText({ ...lost, claim: { ...lost.claim, amountCents: 0 } })).toContain("hasn’t named what it costs");
    expect(limitText({ ...limits, damageLimitCents: 0, depositCents: 0 })).toMatch(
      /nothing can be charged\. For a loss, you can claim up to \$200\.00\.$/,
    );
    expect(limitText({ ...limits, depositCents: 30_000, damageLimitCents: 20_000 })).not.toContain("For a loss");
  });

  it("a damage claim says that a small amount was waived", () => {
    const decided = { ...CLAIM, status: "uncollectible", depositCents: 49, collectedCents: 0 } as const;
    expect(claimStatusText(decided, BOOKING)).toBe("$0.49 was waived, because we don’t charge less than $0.50.");
    expect(claimStatusText({ ...decided, depositCents: 50 }, BOOKING)).toBe("$0.50 couldn’t be collected.");
  });
});

describe("a deposit", () => {
  it.each([
    ["pending", "We’ll hold it on the card shortly before the start", "We’ll charge it shortly before the start"],
    ["secured", "Held until the rental is settled", "Charged, and refunded after the return"],
    ["released", "Released", "Refunded"],
    ["not_charged", "Not charged", "Not charged"],
  ] as const)(
    "a deposit that is %s is described as held, or as charged when no hold lasts long enough",
    (depositStatus, held, charged) => {
      expect(depositCopy(booking({ depositStatus }))).toBe(held);
      expect(depositCopy(booking({ depositStatus, isDepositCharged: true }))).toContain(charged);
    },
  );
});

describe("action texts", () => {
  it("action texts mention a deposit only when there is one", () => {
    for (const action of ["close", "claim_damage"] as const) {
      expect(actionCopy(action, booking({ role: "owner" })).text).toMatch(/deposit and/);
      expect(actionCopy(action, booking({ role: "owner", depositCents: 0 })).text).not.toMatch(/deposit and/);
    }
  });
});

describe("reporting a no-show", () => {
  it("reporting a no-show asks about a delivery attempt only when the owner delivers", () => {
    const checkOf = (role: "renter" | "owner", exchangeType: "delivery" | "pickup") =>
      actionCopy("report_no_show", booking({ role, exchangeType })).check?.name;
    expect(checkOf("owner", "delivery")).toBe("isDeliveryAttempted");
    expect([checkOf("owner", "pickup"), checkOf("renter", "delivery")]).toEqual([undefined, undefined]);
  });
});

describe("the next action", () => {
  it("the next action is the viewer's own, and only if the server allows it", () => {
    const nextStep = { code: "pay_again", by: "renter", until: null } as const;
    expect(nextAction({ role: "renter", nextStep, allowedActions: ["pay", "cancel"] })).toBe("pay");
    expect(nextAction({ role: "renter", nextStep, allowedActions: ["cancel"] })).toBeNull();
    expect(nextAction({ role: "owner", nextStep, allowedActions: ["pay"] })).toBeNull();
    expect(nextAction({ role: "renter", nextStep: null, allowedActions: ["cancel"] })).toBeNull();
  });

  it("the next action is none once the deadline has passed and the system goes on without it", () => {
    const nextStep = { code: "owner_decision", by: "owner", until: BOOKING.endAt } as const;
    const request = { ...BOOKING, role: "owner" as const, nextStep, allowedActions: ["approve", "decline"] as const };
    const actionsAt = (now: number) => stepActions({ ...request, allowedActions: [...request.allowedActions] }, now);
    expect(actionsAt(Date.parse(BOOKING.endAt))).toEqual(["approve", "decline"]);
    expect(actionsAt(Date.parse(BOOKING.endAt) + 1)).toEqual([]);
  });

  it("the next action is available to both sides when either can mark the item as handed over", () => {
    const nextStep = { code: "pickup", by: "renter", until: null } as const;
    expect(nextAction({ role: "owner", nextStep, allowedActions: ["hand_over"] })).toBe("hand_over");
  });
});

describe("booking times", () => {
  it.each([
    [0, "No time left"],
    [59, "Less than a minute left"],
    [60 * 12 + 30, "12 min left"],
    [3600 * 5, "5 h left"],
    [3600 * 5 + 60 * 17, "5 h 17 min left"],
    [86_400, "1 day left"],
    [86_400 * 2 + 3600 * 4, "2 days 4 h left"],
  ])("booking times show %d seconds as: %s", (seconds, text) => expect(timeLeft(seconds)).toBe(text));

  it("booking times name the time zone when it differs from the viewer's", () => {
    expect(stepCopy(booking({ timezone: "America/Denver" }))).toBe("Maya has until Mon, Jun 1, 10:00 AM MDT to reply.");
  });

  it("booking times show the actual handoff time, else the confirmed one, else the requested one", () => {
    const [requestedPickupAt, actualPickupAt] = ["2026-06-04T14:00:00.000Z", "2026-06-04T14:20:00.000Z"];
    const exchange = { ...BOOKING.exchange, requestedPickupAt, isPickupFlexible: true };
    expect(handoffTimes(booking({ exchange }))).toEqual([
      { label: "Pickup, requested", at: requestedPickupAt, note: "flexible" },
      { label: "Return", at: BOOKING.endAt },
    ]);
    const completed = { ...exchange, isPickupConfirmed: true, scheduledPickupAt: requestedPickupAt, actualPickupAt };
    expect(handoffTimes(booking({ exchange: completed })).map(({ label }) => label)).toEqual([
      "Pickup, confirmed",
      "Picked up",
      "Return",
    ]);
  });
});
