import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { describe, expect, it } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { BOOKING } from "../../../testing/booking.fixture.ts";
import { cancellationLines, changeCopy, noShowOptions, reasonCopy, recordCopy } from "./cancellation.ts";
import { needsOwnPayoutAccount, stepCopy } from "./next-step.ts";
import { paymentState, payoutCopy } from "./payments.ts";

viewedFrom("America/New_York");

const booking = (changes: Partial<BookingDetailView>): BookingDetailView => ({ ...BOOKING, ...changes });

describe("cancellation preview", () => {
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
    isNoShowToDecide: false,
  };
  const charged = booking({ status: "approved", paymentStatus: "captured", depositStatus: "secured" });

  it("the cancellation preview shows exact amounts, the reason and how long the refund is valid", () => {
    expect(cancellationLines(charged, preview)).toEqual([
      { label: "Your refund", amount: "$286.83" },
      { label: "You still pay", amount: "$176.75" },
      { label: "Deposit we’ll release", amount: "$200.00" },
    ]);
    expect(reasonCopy(charged, preview)).toBe(
      "Under the moderate policy, you get a 50% refund of the rental at this point. The service fee isn’t refunded. Everything else is refunded.",
    );
    expect(changeCopy(charged, preview)).toBe("You get this refund until Wed, Jun 3, 9:00 AM. After that, it’s lower.");
  });

  it("cancellation preview mentions no service fee where there is none", () => {
    const free = { ...charged, price: { ...BOOKING.price, serviceFeeCents: 0 } };
    expect(reasonCopy(free, preview)).toBe(
      "Under the moderate policy, you get a 50% refund of the rental at this point. Everything else is refunded.",
    );
    expect(reasonCopy({ ...free, role: "admin" }, { ...preview, percent: 0 })).toBe(
      "Under the no-show rules, the rental isn’t refunded. Everything else is refunded.",
    );
  });

  it("the cancellation preview keeps the tax on the retained amount when tax is not fully refunded", () => {
    const price = { ...BOOKING.price, tax: { ...BOOKING.price.tax, isAllRefunded: false } };
    expect(reasonCopy({ ...charged, price }, preview)).toContain(
      "Everything else is refunded, with its share of the tax.",
    );
  });

  it("cancellation preview applies the no-show rules when an admin decides that the renter did not show up", () => {
    const admin = booking({ ...charged, role: "admin" });
    const noShowPreview = { ...preview, percent: 0, ownerKeepsCents: 29_925 };
    expect(reasonCopy(admin, noShowPreview)).toBe(
      "Under the no-show rules, the rental and the service fee aren’t refunded. Everything else is refunded.",
    );
    const noShow = { reportedBy: "owner", reportedAt: BOOKING.startAt, contestUntil: BOOKING.endAt } as const;
    const attempted = { ...admin, noShow: { ...noShow, contestedAt: null, isDeliveryAttempted: true } };
    expect(reasonCopy(attempted, noShowPreview)).toContain(
      "the rental, the service fee, and the delivery fee aren’t refunded.",
    );
    expect(noShowOptions(admin).map(({ label }) => label)).toEqual([
      "Omar, the renter",
      "Maya, the owner",
      "Neither, or unclear",
    ]);
  });

  it("the cancellation preview releases the hold, or shows no amounts, when nothing was charged", () => {
    const uncharged = { ...preview, isCharged: false, keptCents: 0 };
    expect(cancellationLines(BOOKING, uncharged)).toEqual([{ label: "Hold we’ll release", amount: "$463.58" }]);
    const planned = booking({ status: "approved", paymentStatus: "charge_scheduled" });
    expect(cancellationLines(planned, uncharged)).toEqual([]);
    expect(reasonCopy(BOOKING, uncharged)).toBe("Nothing was charged. We’ll release the hold on your card.");
    for (const percent of [0, 50, 100]) {
      for (const role of ["renter", "owner", "admin"] as const) {
        expect(reasonCopy({ ...planned, role }, { ...uncharged, percent })).toBe("Nothing was charged.");
      }
    }
    expect(changeCopy(planned, uncharged)).toBeNull();
  });

  it("the cancellation preview gives the renter a full refund when the owner cancels", () => {
    const owner = booking({ ...charged, role: "owner", depositStatus: "pending" });
    const all = { ...preview, percent: 100, refundCents: 46_358, keptCents: 0, ownerPenaltyCents: 500 };
    expect(cancellationLines(owner, all).map(({ label }) => label)).toEqual(["Omar’s refund", "Your cancellation fee"]);
    expect(reasonCopy(owner, all)).toBe("Omar gets a full refund when you cancel.");
  });

  it.each([
    [0, "You have not canceled a rental in the last 12 months."],
    [1, "You have canceled or missed 1 rental in the last 12 months."],
    [2, "You have canceled or missed 2 rentals in the last 12 months. After the third, our team reviews your account."],
    [5, "You have canceled or missed 5 rentals in the last 12 months. After the third, our team reviews your account."],
  ])(
    "the cancellation preview counts publicly for an owner with %d earlier cancellations",
    (ownerCancellations, text) =>
      expect(recordCopy(booking({ role: "owner" }), { ...preview, ownerCancellations })).toBe(
        `Everyone can see on your profile how often you cancel. ${text}`,
      ),
  );

  it("the cancellation preview counts against an owner whom an admin marks as a no-show", () =>
    expect(recordCopy(booking({ role: "admin" }), { ...preview, ownerCancellations: 1 })).toBe(
      "Everyone can see this on Maya’s profile. Maya has canceled or missed 1 rental in the last 12 months.",
    ));

  it("cancellation preview does not count for a renter or for a request that was not approved", () =>
    expect(recordCopy(BOOKING, preview)).toBeNull());
});

type Payment = BookingDetailView["payments"][number];

viewedFrom("America/New_York");

describe("owner payout texts", () => {
  const DUE = "2026-06-10T16:00:00.000Z";
  const closed = (changes: Partial<BookingDetailView>) =>
    booking({
      role: "owner",
      status: "closed",
      payoutStatus: "scheduled",
      payoutEligibleAt: DUE,
      nextStep: { code: "payout", by: "platform", until: DUE },
      ...changes,
    });
  const [before, after] = [Date.parse("2026-06-09T16:00:00Z"), Date.parse("2026-06-12T16:00:00Z")];

  it.each([
    [{}, before, "We’ll send the payout on Wed, Jun 10, 12:00 PM.", "Paid out on Wed, Jun 10, 12:00 PM"],
    [
      { isPayoutReady: false },
      before,
      "We’ll send the payout once your payout account is ready.",
      "Waiting for your payout account to be ready",
    ],
    [
      { role: "admin", isPayoutReady: false },
      after,
      "We’ll send the payout once the owner’s payout account is ready.",
      "Waiting for the owner’s payout account to be ready",
    ],
    [
      { payoutStatus: "on_hold" },
      before,
      "The payout is on hold until an open issue is resolved.",
      "On hold until an open issue is resolved",
    ],
    [
      { payoutStatus: "failed" },
      after,
      "We couldn’t send the payout. We try again every day.",
      "We couldn’t send it. We try again every day",
    ],
  ] satisfies [Partial<BookingDetailView>, number, string, string][])(
    "the payout text for %o at %d: %s",
    (changes, now, step, note) => {
      expect(stepCopy(closed(changes), now)).toBe(step);
      expect(payoutCopy(closed(changes))).toBe(note);
    },
  );

  it("payout texts link to payout setup only for the owner, and only once the payout is waiting for it", () => {
    expect(needsOwnPayoutAccount(closed({ isPayoutReady: false }))).toBe(true);
    expect(needsOwnPayoutAccount(closed({}))).toBe(false);
    expect(needsOwnPayoutAccount(closed({ role: "admin", isPayoutReady: false }))).toBe(false);
  });
});

describe("a deposit among the payments", () => {
  const payment = (status: Payment["status"], id = "deposit"): Payment => ({
    id,
    kind: "deposit",
    status,
    amountCents: 20_000,
    capturedCents: 0,
    refundedCents: 0,
    card: null,
    failureReason: null,
    hasReceipt: false,
    createdAt: "2026-06-05T12:00:00.000Z",
  });
  const labelOf = (status: Payment["status"], changes: Partial<BookingDetailView>) => {
    const shown = payment(status);
    return paymentState(shown, booking({ payments: [shown], ...changes })).label;
  };

  it.each([
    ["authorized", "secured", "Held on the card"],
    ["canceled", "released", "Released"],
    ["captured", "partly_kept", "Partly kept"],
    ["captured", "kept", "Kept"],
    ["action_required", "action_required", "Needs your card"],
    ["canceled", "not_charged", "Not charged"],
  ] as const)("a deposit among the payments that is %s and %s shows %j", (status, depositStatus, label) => {
    expect(labelOf(status, { depositStatus })).toBe(label);
  });

  it("a deposit among the payments that was charged is paid, then refunded", () => {
    expect(labelOf("captured", { depositStatus: "secured", isDepositCharged: true })).toBe("Paid");
    expect(labelOf("refunded", { depositStatus: "released", isDepositCharged: true })).toBe("Refunded");
  });

  it("a deposit among the payments shows an earlier hold as replaced by the current one", () => {
    const payments = [payment("canceled", "first"), payment("authorized", "second")];
    const labels = payments.map((shown) => paymentState(shown, booking({ payments, depositStatus: "secured" })).label);
    expect(labels).toEqual(["Replaced", "Held on the card"]);
  });

  it("a deposit among the payments that the bank disputes says so", () => {
    expect(labelOf("disputed", { depositStatus: "released", isDepositCharged: true })).toBe("Disputed by the bank");
  });
});
