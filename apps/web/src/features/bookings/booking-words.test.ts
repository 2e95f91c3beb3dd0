import type { CancellationView } from "@nexby/contract/booking-acts";
import { BOOKING_ACTIONS, BOOKING_STEPS, type BookingDetailView } from "@nexby/contract/bookings";
import { BOOKING_STATUSES } from "@nexby/domain/bookings/booking-statuses";
import { describe, expect, it } from "vitest";
import { actWords, isOwnAct, nextAction } from "./acts.ts";
import { BOOKING } from "./booking.fixture.ts";
import { timeLeft, zoneNote } from "./booking-times.ts";
import { cancellationLines, changeWords, reasonWords, recordWords } from "./cancellation-words.ts";
import { exchangeTimes, placeWords } from "./exchange-words.ts";
import { chipOf } from "./status-words.ts";
import { stepWords } from "./step-words.ts";
import { actorWords, eventWords } from "./timeline-words.ts";

const booking = (changes: Partial<BookingDetailView>): BookingDetailView => ({ ...BOOKING, ...changes });

/** What a machine says and no person should read. */
const CODE = /_|undefined|null|\[object/;

describe("words about a booking", () => {
  it("never are codes, whatever it waits for and whoever reads them", () => {
    for (const role of ["renter", "owner", "admin"] as const) {
      for (const status of BOOKING_STATUSES) expect(chipOf(booking({ role, status })).label).not.toMatch(CODE);
      for (const action of BOOKING_ACTIONS.filter(isOwnAct)) {
        expect(Object.values(actWords(action, booking({ role }))).join(" ")).not.toMatch(/undefined|null/);
      }
      for (const code of BOOKING_STEPS) {
        for (const by of ["renter", "owner", "platform"] as const) {
          for (const until of [null, BOOKING.endAt]) {
            expect(stepWords(booking({ role, nextStep: { code, by, until } })) ?? "").not.toMatch(CODE);
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
    expect(stepWords(BOOKING)).toBe("Maya has until Mon, Jun 1, 12:00 PM to answer.");
    expect(stepWords(booking({ role: "owner" }))).toBe("Answer until Mon, Jun 1, 12:00 PM, or the request expires.");
    const nextStep = { code: "pickup", by: "renter", until: null } as const;
    expect(stepWords(booking({ nextStep, exchangeType: "delivery" }))).toBe("Maya brings it on Thu, Jun 4, 9:00 AM.");
    expect(stepWords(booking({ nextStep: null }))).toBeNull();
  });

  it("tell of events by their names where nobody has words for them", () => {
    expect(eventWords({ type: "hand_over" })).toBe("Rental began");
    expect(eventWords({ type: "moon_landing" })).toBe("Moon landing");
    expect(actorWords({ by: "owner" }, BOOKING)).toBe("Maya");
    expect(actorWords({ by: "renter" }, BOOKING)).toBe("You");
    expect(actorWords({ by: "system" }, BOOKING)).toBeNull();
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

describe("what canceling costs", () => {
  const preview: CancellationView = {
    percent: 50,
    refundCents: 28_683,
    keptCents: 17_675,
    isCharged: true,
    depositCents: 20_000,
    ownerKeepsCents: null,
    ownerPenaltyCents: 0,
    ownerCancellations: null,
    changesAt: "2026-06-03T13:00:00.000Z",
  };
  const charged = booking({ status: "approved", paymentStatus: "captured", depositStatus: "secured" });

  it("is told to the cent, with the reason and how long it holds", () => {
    expect(cancellationLines(charged, preview)).toEqual([
      { label: "You get back", amount: "$286.83" },
      { label: "You still pay", amount: "$176.75" },
      { label: "The deposit comes back, too", amount: "$200.00" },
    ]);
    expect(reasonWords(charged, preview)).toBe(
      "By the moderate policy 50% of the rental comes back at this time, and the service fee stays. All else comes back.",
    );
    expect(changeWords(charged, preview)).toBe("This holds until Wed, Jun 3, 9:00 AM. After that less comes back.");
  });

  it("is a hold let go, or nothing at all, before anything was charged", () => {
    const open = { ...preview, isCharged: false, keptCents: 0 };
    expect(cancellationLines(BOOKING, open)).toEqual([{ label: "Held now, and let go", amount: "$463.58" }]);
    const planned = booking({ status: "approved", paymentStatus: "charge_scheduled" });
    expect(cancellationLines(planned, open)).toEqual([]);
    expect(reasonWords(planned, open)).toBe("Nothing was charged, and nothing will be.");
    expect(changeWords(planned, open)).toBeNull();
  });

  it("gives a renter everything back when the owner cancels", () => {
    const owner = booking({ ...charged, role: "owner", depositStatus: "pending" });
    const all = { ...preview, percent: 100, refundCents: 46_358, keptCents: 0, ownerPenaltyCents: 500 };
    expect(cancellationLines(owner, all).map(({ label }) => label)).toEqual([
      "Omar gets back",
      "You pay for calling it off",
    ]);
    expect(reasonWords(owner, all)).toBe("Omar gets everything back when you cancel.");
  });

  it.each([
    [0, "You have not called off a rental in the last 12 months."],
    [1, "You have called off or missed 1 rental in the last 12 months."],
    [
      2,
      "You have called off or missed 2 rentals in the last 12 months. From the third on our team looks at your account.",
    ],
    [
      5,
      "You have called off or missed 5 rentals in the last 12 months. From the third on our team looks at your account.",
    ],
  ])("counts in public for an owner who has canceled %d before", (ownerCancellations, words) =>
    expect(recordWords({ ...preview, ownerCancellations })).toBe(
      `Everybody can see on your profile how often you cancel. ${words}`,
    ),
  );

  it("counts for nobody else, nor before anything was agreed", () => expect(recordWords(preview)).toBeNull());
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

  it("say whose clock they are by, only where it shows something else", () => {
    expect(zoneNote(BOOKING.startAt, "America/New_York", "America/New_York")).toBeNull();
    expect(zoneNote(BOOKING.startAt, "America/New_York", "America/Detroit")).toBeNull();
    expect(zoneNote(BOOKING.startAt, "America/New_York", "America/Chicago")).toBe("Times are Eastern Time.");
  });

  it("of a handover are what happened, what is agreed or what was asked for", () => {
    const [requestedPickupAt, actualPickupAt] = ["2026-06-04T14:00:00.000Z", "2026-06-04T14:20:00.000Z"];
    const exchange = { ...BOOKING.exchange, requestedPickupAt, isPickupFlexible: true };
    expect(exchangeTimes(booking({ exchange }))).toEqual([
      { label: "Pickup, asked for", at: requestedPickupAt, note: "flexible" },
      { label: "Return", at: BOOKING.endAt },
    ]);
    const met = { ...exchange, isPickupConfirmed: true, scheduledPickupAt: requestedPickupAt, actualPickupAt };
    expect(exchangeTimes(booking({ exchange: met })).map(({ label }) => label)).toEqual([
      "Pickup, agreed",
      "Pickup, as it was",
      "Return",
    ]);
    expect(placeWords(BOOKING)).toContain("once the request is approved");
  });
});
