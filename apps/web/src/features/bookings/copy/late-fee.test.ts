import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { LateFeeView } from "@nexby/contract/bookings/later-charges";
import { describe, expect, test } from "vitest";
import { viewedFrom } from "../../../lib/testing/viewed-from.ts";
import { BOOKING, LATE_FEE, LATE_FEE_TERMS } from "../../../testing/booking.fixture.ts";
import { feeLines, feeStatusCopy, meterCopy, owedCopy } from "./late-fee.ts";

viewedFrom("America/New_York");

const PAY_BY = "2026-06-11T04:00:00.000Z";
const NOW = Date.parse("2026-06-08T12:00:00Z");

describe("[LATE-01] the meter", () => {
  // Due on Sat, Jun 6, 6:00 PM.
  test.each([
    ["2026-06-06T22:30:00Z", null, "From Sat, Jun 6, 8:00 PM, the late fee is $25.00.", "The fee stops at $60."],
    ["2026-06-07T02:00:00Z", "$25.00", "From Sun, Jun 7, 8:00 PM, it’s $50.00.", "The fee stops at $60."],
    ["2026-06-08T03:00:00Z", "$50.00", "From Mon, Jun 8, 8:00 PM, it’s $60.00.", "The fee stops at $60."],
    ["2026-06-09T03:00:00Z", "$60.00", null, null],
  ])("the meter at %s shows %s, what comes next, and where it stops unless it has", (now, amount, next, cap) => {
    expect(meterCopy(LATE_FEE_TERMS, BOOKING, new Date(now))).toMatchObject({ amount, next, cap });
  });

  test("the meter counts only the units that are still out", () => {
    const at = "2026-06-07T01:00:00Z";
    const one = { id: "a", units: 2, at, byRole: "renter", isByCode: false, notes: null, reportId: null } as const;
    const rental = { ...BOOKING, quantity: 3, returns: [{ ...one, confirmedAt: null }] };
    const terms = { ...LATE_FEE_TERMS, maxFeeCents: null };
    expect(meterCopy(terms, rental, new Date("2026-06-07T00:30:00Z")).amount).toBe("$75.00");
    // Two units were one day late; the third one starts its second day.
    expect(meterCopy(terms, rental, new Date("2026-06-08T03:00:00Z")).amount).toBe("$100.00");
  });
});

describe("[LATE-01] a final late fee", () => {
  test.each<[Partial<LateFeeView>, BookingDetailView["role"], string]>([
    [{}, "renter", "We’ll charge your card on Tue, Jun 9, 12:00 AM."],
    [{}, "owner", "We’ll charge Omar’s card on Tue, Jun 9, 12:00 AM."],
    [{ status: "disputed" }, "renter", "It’s contested. Our team will decide. Until then, nothing is charged."],
    [{ paymentStatus: "processing" }, "renter", "We’re charging your card."],
    [
      { payBy: PAY_BY, paymentStatus: "failed" },
      "renter",
      "We couldn’t charge your card. You have until Thu, Jun 11, 12:00 AM to pay it. After that, we’ll take it from the deposit.",
    ],
    [
      { payBy: PAY_BY, paymentStatus: "failed" },
      "owner",
      "We couldn’t charge Omar’s card. Omar has until Thu, Jun 11, 12:00 AM to pay it. After that, we’ll take it from the deposit.",
    ],
    [{ status: "charged", chargedCents: 5_000 }, "renter", "$50.00 was charged to your card."],
    [{ status: "charged", chargedCents: 5_000, depositCents: 5_000 }, "owner", "$50.00 was taken from the deposit."],
    [
      { status: "uncollectible", chargedCents: 3_000, depositCents: 3_000 },
      "owner",
      "$30.00 was taken from the deposit. $20.00 couldn’t be collected.",
    ],
    [{ status: "waived", waivedCents: 5_000, owedCents: 0 }, "renter", "It was waived. Nothing is charged."],
  ])("%o is described to the %s", (changes, role, text) => {
    expect(feeStatusCopy({ ...LATE_FEE, ...changes }, { ...BOOKING, role }, NOW)).toBe(text);
  });

  test.each<[Partial<LateFeeView>, string]>([
    [{}, "We’re charging your card."],
    [
      { payBy: PAY_BY, paymentStatus: "failed" },
      "We couldn’t charge your card in time. We’ll take it from the deposit.",
    ],
  ])("%o names no time that has passed", (changes, text) => {
    expect(feeStatusCopy({ ...LATE_FEE, ...changes }, BOOKING, Date.parse(PAY_BY) + 1)).toBe(text);
  });

  test("a final late fee that no deposit can pay is only the card's", () => {
    const unpaid = { ...LATE_FEE, payBy: PAY_BY, paymentStatus: "failed" } as const;
    expect(feeStatusCopy(unpaid, { ...BOOKING, depositCents: 0 }, NOW)).toBe(
      "We couldn’t charge your card. You have until Thu, Jun 11, 12:00 AM to pay it.",
    );
  });

  test("a final late fee can be waived or charged up to what is owed", () => {
    const lateFee = { ...LATE_FEE, cappedFeeCents: 6_000, waivedCents: 1_000, owedCents: 5_000 };
    expect(owedCopy({ lateFee })).toBe("The late fee is $50.00.");
  });

  test("a final late fee adds up from the days to what is owed", () => {
    const capped = { calculatedFeeCents: 7_000, cappedFeeCents: 6_000, waivedCents: 1_000, owedCents: 5_000 };
    expect(feeLines({ ...LATE_FEE, ...capped, ownerCents: 4_500 }, "owner")).toEqual([
      { label: "Billed as 2 days late", amount: "$70.00" },
      { label: "Above the maximum", amount: "−$10.00" },
      { label: "Waived", amount: "−$10.00" },
      { label: "Late fee", amount: "$50.00", isOwed: true },
      { label: "You earn", amount: "$45.00" },
    ]);
  });
});
