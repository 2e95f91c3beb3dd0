import type { CancellationView } from "@nexby/contract/bookings/booking-commands";
import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import { describe, expect, it } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { BOOKING } from "../../../testing/booking.fixture.ts";
import { cancellationLines, changeCopy, noShowOptions, reasonCopy, recordCopy } from "./cancellation.ts";

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

  it("shows exact amounts, the reason and how long the refund is valid", () => {
    expect(cancellationLines(charged, preview)).toEqual([
      { label: "You get back", amount: "$286.83" },
      { label: "You still pay", amount: "$176.75" },
      { label: "The deposit comes back, too", amount: "$200.00" },
    ]);
    expect(reasonCopy(charged, preview)).toBe(
      "By the moderate policy 50% of the rental comes back at this time, and the service fee stays. All else comes back.",
    );
    expect(changeCopy(charged, preview)).toBe("This holds until Wed, Jun 3, 9:00 AM. After that less comes back.");
  });

  it("keeps the tax on the retained amount when tax is not fully refunded", () => {
    const price = { ...BOOKING.price, tax: { ...BOOKING.price.tax, isAllRefunded: false } };
    expect(reasonCopy({ ...charged, price }, preview)).toContain("All else comes back, and of the tax the part on it.");
  });

  it("applies the no-show rules when an admin decides that the renter did not show up", () => {
    const admin = booking({ ...charged, role: "admin" });
    const noShowPreview = { ...preview, percent: 0, ownerKeepsCents: 29_925 };
    expect(reasonCopy(admin, noShowPreview)).toBe(
      "By the rules for no-shows nothing of the rental comes back, and the service fee stays. All else comes back.",
    );
    const noShow = { reportedBy: "owner", reportedAt: BOOKING.startAt, contestUntil: BOOKING.endAt } as const;
    const attempted = { ...admin, noShow: { ...noShow, contestedAt: null, isDeliveryAttempted: true } };
    expect(reasonCopy(attempted, noShowPreview)).toContain("the service fee and the delivery stay.");
    expect(noShowOptions(admin).map(({ label }) => label)).toEqual([
      "Omar, the renter",
      "Maya, the owner",
      "Neither, or nobody can tell",
    ]);
  });

  it("releases the hold, or shows no amounts, when nothing was charged", () => {
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

  it("gives the renter a full refund when the owner cancels", () => {
    const owner = booking({ ...charged, role: "owner", depositStatus: "pending" });
    const all = { ...preview, percent: 100, refundCents: 46_358, keptCents: 0, ownerPenaltyCents: 500 };
    expect(cancellationLines(owner, all).map(({ label }) => label)).toEqual([
      "Omar gets back",
      "You pay for calling it off",
    ]);
    expect(reasonCopy(owner, all)).toBe("Omar gets everything back when you cancel.");
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
  ])("counts publicly for an owner with %d earlier cancellations", (ownerCancellations, text) =>
    expect(recordCopy(booking({ role: "owner" }), { ...preview, ownerCancellations })).toBe(
      `Everybody can see on your profile how often you cancel. ${text}`,
    ),
  );

  it("counts against an owner whom an admin marks as a no-show", () =>
    expect(recordCopy(booking({ role: "admin" }), { ...preview, ownerCancellations: 1 })).toBe(
      "Everybody can see it on Maya’s profile. Maya has called off or missed 1 rental in the last 12 months.",
    ));

  it("does not count for a renter or for a request that was not approved", () =>
    expect(recordCopy(BOOKING, preview)).toBeNull());
});
