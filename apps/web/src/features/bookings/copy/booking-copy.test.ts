import { BOOKING_ACTIONS, BOOKING_STEPS, type BookingDetailView } from "@nexby/contract/bookings/bookings";
import { BOOKING_STATUSES } from "@nexby/domain/bookings/statuses";
import { describe, expect, it } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { BOOKING } from "../../../testing/booking.fixture.ts";
import { actionCopy, isOwnAction, nextAction } from "./actions.ts";
import { stepCopy, timeLeft } from "./next-step.ts";
import { noticesOf } from "./notices.ts";
import { depositCopy } from "./payments.ts";
import { chipOf } from "./status.ts";
import { actorCopy, eventCopy, handoffTimes, noteCopy } from "./timeline.ts";

viewedFrom("America/New_York");

const booking = (changes: Partial<BookingDetailView>): BookingDetailView => ({ ...BOOKING, ...changes });

/** What a machine says and no person should read. */
const CODE = /_|undefined|null|\[object/;

describe("words about a booking", () => {
  it("never are codes, whatever it waits for and whoever reads them", () => {
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
    [{ role: "owner" }, "Waiting for your answer"],
    [{ approvalStatus: "draft", paymentStatus: "awaiting_payment" }, "Not sent yet"],
    [{ approvalStatus: "draft" }, "Being checked"],
    [{ status: "approved", paymentStatus: "action_required" }, "Payment needed"],
    [{ status: "scheduled", paymentStatus: "captured", depositStatus: "action_required" }, "Deposit needed"],
    [{ status: "in_possession" }, "With you"],
    [{ status: "in_possession", rentalStatus: "overdue" }, "Overdue"],
    [{ status: "canceled", rentalStatus: "no_show" }, "No-show"],
  ] satisfies [Partial<BookingDetailView>, string][])("say of %o: %s", (changes, label) => {
    expect(chipOf(booking(changes)).label).toBe(label);
  });

  it("say what comes next to each side, by the clock of where the item is", () => {
    expect(stepCopy(BOOKING)).toBe("Maya has until Mon, Jun 1, 12:00 PM to answer.");
    expect(stepCopy(booking({ role: "owner" }))).toBe("Answer until Mon, Jun 1, 12:00 PM, or the request expires.");
    const nextStep = { code: "pickup", by: "renter", until: null } as const;
    const pickupAt = "2026-06-04T18:00:00.000Z";
    expect(stepCopy(booking({ nextStep, pickupAt }))).toBe("Pick it up on Thu, Jun 4, 2:00 PM.");
    expect(stepCopy(booking({ nextStep: null }))).toBeNull();
  });

  it("name the owner who handed it over to who is neither", () => {
    const nextStep = { code: "confirm_receipt", by: "renter", until: null } as const;
    expect(stepCopy(booking({ role: "owner", nextStep }))).toBe("You handed it over. Omar can object.");
    expect(stepCopy(booking({ role: "admin", nextStep }))).toBe("Maya handed it over. Omar can object.");
  });

  it("tell of events by their names where nobody has words for them", () => {
    expect(eventCopy({ type: "hand_over", by: "system" })).toBe("Rental began");
    expect(eventCopy({ type: "moon_landing", by: "owner" })).toBe("Moon landing");
    expect(actorCopy({ by: "owner" }, BOOKING)).toBe("Maya");
    expect(actorCopy({ by: "renter" }, BOOKING)).toBe("You");
    expect(actorCopy({ by: "system" }, BOOKING)).toBeNull();
  });
});

describe("what went otherwise", () => {
  const canceled = (said: object) => {
    const cancellation = { by: "system", at: BOOKING.endAt, reason: null, absent: null, percent: 100, refundCents: 0 };
    return booking({ cancellation: { ...cancellation, ...said } as BookingDetailView["cancellation"] });
  };
  const linesOf = (told: BookingDetailView) => noticesOf(told).flatMap(({ lines }) => lines);

  it.each([
    ["payment_failed", "The rental could not be charged in time."],
    ["deposit_failed", "The deposit could not be placed in time."],
    ["renter_no_show", "You did not come."],
    ["owner_no_show", "Maya did not come."],
  ])("the server's %s is told as: %s", (reason, words) => {
    expect(linesOf(canceled({ reason }))).toEqual([words, "Nothing was charged."]);
    expect(noteCopy({ type: "cancel", by: "system", notes: reason }, BOOKING)).toBe(words);
  });

  it("a checkout that made way for another says so; a person's own words stay theirs", () => {
    const replaced = { by: "renter", reason: "replaced" };
    const draft = { approvalStatus: "draft" } as const;
    expect(linesOf({ ...canceled(replaced), ...draft })[0]).toBe("Another choice was made at the checkout.");
    expect(linesOf(canceled(replaced))[0]).toBe("replaced");
    expect(linesOf(canceled({ by: "owner", reason: "payment_failed" }))[0]).toBe("payment_failed");
    expect(noteCopy({ type: "submit_return", by: "renter", notes: "payment_failed" }, BOOKING)).toBe("payment_failed");
  });

  it("who did not come is told once, whether nobody contested it or an administrator decided", () => {
    const system = canceled({ reason: "owner_no_show", absent: "owner" });
    expect(linesOf(system)).toEqual(["Maya did not come.", "Nothing was charged."]);
    const decided = canceled({ by: "admin", reason: "Seen by a neighbor", absent: "renter" });
    expect(linesOf({ ...decided, role: "owner" })).toEqual([
      "Omar did not come.",
      "Seen by a neighbor",
      "Nothing was charged.",
    ]);
  });

  it("an owner is named only for what they declined themselves", () => {
    const declined = booking({ status: "declined" });
    expect(noticesOf(declined)).toEqual([{ title: "The request was not accepted", lines: ["Nothing was charged."] }]);
    expect(noticesOf({ ...declined, declineReason: "In repair" })[0]?.title).toBe("Maya declined the request");
  });

  it("an owner who stood at the door says so", () => {
    const noShow = { reportedBy: "owner", reportedAt: BOOKING.startAt, contestUntil: BOOKING.endAt } as const;
    const reported = { ...noShow, contestedAt: null, isDeliveryAttempted: true };
    expect(linesOf(booking({ noShow: reported }))[0]).toBe("Maya says that they stood at the door with it.");
    const plain = booking({ noShow: { ...reported, isDeliveryAttempted: false } });
    expect(linesOf(plain)).toEqual(["It can be contested until Sat, Jun 6, 6:00 PM."]);
    expect(linesOf({ ...plain, status: "canceled" })).toEqual([]);
  });
});

describe("what did not come back", () => {
  const nextStep = { code: "admin_decision", by: "platform", until: null } as const;
  const claimed = booking({ status: "damaged_admin_review", nextStep, claim: { amountCents: 2_500, notes: "A dent" } });
  const lost = { ...claimed, rentalStatus: "lost", depositCents: 0, claim: { amountCents: 1, notes: "Not returned" } };

  it.each(["renter", "owner", "admin"] as const)("is nobody's claim, also to the %s", (role) => {
    const missing = { ...lost, role } as BookingDetailView;
    const title = "It was not returned";
    expect(noticesOf(missing)).toEqual([{ title, lines: ["An administrator decides."] }]);
    expect(noticesOf({ ...missing, depositCents: 2_000 })).toEqual([
      { title, lines: ["An administrator decides what of the deposit goes to the owner."] },
    ]);
    expect(noticesOf({ ...missing, depositCents: 2_000, damageCents: 1_500 })).toEqual([
      { title, lines: ["Decided: $15.00 of the deposit."] },
    ]);
    expect(noticesOf({ ...missing, damageCents: 0 })).toEqual([{ title, lines: [] }]);
    expect(stepCopy(missing)).toBe("It was not returned. An administrator decides.");
    expect(eventCopy({ type: "claim_damage", by: "system" })).toBe("Not returned");
  });

  it("is told from what its owner claims", () => {
    expect(noticesOf(claimed)).toEqual([{ title: "Maya claims $25.00 for damage or loss", lines: ["A dent"] }]);
    expect(noticesOf({ ...claimed, role: "owner", damageCents: 500 })).toEqual([
      { title: "You claim $25.00 for damage or loss", lines: ["A dent", "Decided: $5.00 of the deposit."] },
    ]);
    expect(stepCopy(claimed)).toBe("An administrator looks at the claim and decides.");
    expect(eventCopy({ type: "claim_damage", by: "owner" })).toBe("Damage claimed");
  });
});

describe("a deposit", () => {
  it.each([
    ["pending", "Held on the card shortly before the start", "Charged to the card shortly before the start"],
    ["secured", "Held until the item is back", "Charged to the card, and paid back after the return"],
    ["released", "Given back", "Given back"],
  ] as const)("that is %s is held, or charged where no hold lasts so long", (depositStatus, held, charged) => {
    expect(depositCopy(booking({ depositStatus }))).toBe(held);
    expect(depositCopy(booking({ depositStatus, isDepositCharged: true }))).toContain(charged);
  });
});

describe("acts", () => {
  it("speak of a deposit only where there is one", () => {
    for (const act of ["close", "claim_damage"] as const) {
      expect(actionCopy(act, booking({ role: "owner" })).text).toMatch(/[Tt]he deposit/);
      expect(actionCopy(act, booking({ role: "owner", depositCents: 0 })).text).not.toMatch(/[Tt]he deposit/);
    }
  });

  it("tell a renter that a time outside the owner's hours is moved", () => {
    expect(actionCopy("confirm_pickup", BOOKING).text).toContain("outside Maya’s hours");
    expect(actionCopy("confirm_pickup", booking({ role: "owner" })).text).not.toContain("hours");
  });
});

describe("reporting a no-show", () => {
  it("asks only who delivers whether they stood at the door", () => {
    const asks = (role: "renter" | "owner", exchangeType: "delivery" | "pickup") =>
      actionCopy("report_no_show", booking({ role, exchangeType })).check?.name;
    expect(asks("owner", "delivery")).toBe("isDeliveryAttempted");
    expect([asks("owner", "pickup"), asks("renter", "delivery")]).toEqual([undefined, undefined]);
  });
});

describe("the next action", () => {
  it("is one's own only, and only if the server would accept it", () => {
    const nextStep = { code: "pay_again", by: "renter", until: null } as const;
    expect(nextAction({ role: "renter", nextStep, allowedActions: ["pay", "cancel"] })).toBe("pay");
    expect(nextAction({ role: "renter", nextStep, allowedActions: ["cancel"] })).toBeNull();
    expect(nextAction({ role: "owner", nextStep, allowedActions: ["pay"] })).toBeNull();
    expect(nextAction({ role: "renter", nextStep: null, allowedActions: ["cancel"] })).toBeNull();
  });

  it("is either side's where both may say that the item changed hands", () => {
    const nextStep = { code: "pickup", by: "renter", until: null } as const;
    expect(nextAction({ role: "owner", nextStep, allowedActions: ["hand_over"] })).toBe("hand_over");
  });
});

describe("times", () => {
  it.each([
    [0, "No time left"],
    [59, "Less than a minute left"],
    [60 * 12 + 30, "12 min left"],
    [3600 * 5, "5 h left"],
    [3600 * 5 + 60 * 17, "5 h 17 min left"],
    [86_400, "1 day left"],
    [86_400 * 2 + 3600 * 4, "2 days 4 h left"],
  ])("%d seconds are: %s", (seconds, words) => expect(timeLeft(seconds)).toBe(words));

  it("name the clock they are by where the viewer's shows something else", () => {
    expect(stepCopy(booking({ timezone: "America/Denver" }))).toBe(
      "Maya has until Mon, Jun 1, 10:00 AM MDT to answer.",
    );
  });

  it("of a handover are what happened, what is agreed or what was asked for", () => {
    const [requestedPickupAt, actualPickupAt] = ["2026-06-04T14:00:00.000Z", "2026-06-04T14:20:00.000Z"];
    const exchange = { ...BOOKING.exchange, requestedPickupAt, isPickupFlexible: true };
    expect(handoffTimes(booking({ exchange }))).toEqual([
      { label: "Pickup, asked for", at: requestedPickupAt, note: "flexible" },
      { label: "Return", at: BOOKING.endAt },
    ]);
    const met = { ...exchange, isPickupConfirmed: true, scheduledPickupAt: requestedPickupAt, actualPickupAt };
    expect(handoffTimes(booking({ exchange: met })).map(({ label }) => label)).toEqual([
      "Pickup, agreed",
      "Pickup, as it was",
      "Return",
    ]);
  });
});
