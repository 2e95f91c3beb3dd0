import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BookingSnapshot } from "../bookings/snapshot.ts";
import { depositToSecure, settleDeposit, settlementOf } from "./deposit-claims.ts";

describe("[LATE-01] settling a deposit", () => {
  test.each([
    ["returns everything without claims", 20_000, 0, 0, { keptCents: 0, returnedCents: 20_000 }],
    ["pays damage and returns the rest", 20_000, 5_000, 0, { damageCents: 5_000, returnedCents: 15_000 }],
    ["pays an unpaid late fee", 20_000, 0, 7_500, { lateFeeCents: 7_500, returnedCents: 12_500 }],
    ["pays both", 20_000, 5_000, 7_500, { damageCents: 5_000, lateFeeCents: 7_500, returnedCents: 7_500 }],
    [
      "pays damage first",
      20_000,
      15_000,
      7_500,
      {
        damageCents: 15_000,
        lateFeeCents: 5_000,
        keptCents: 20_000,
        returnedCents: 0,
        unpaid: { damageCents: 0, lateFeeCents: 2_500 },
      },
    ],
    [
      "leaves what it can't pay",
      20_000,
      30_000,
      7_500,
      { damageCents: 20_000, lateFeeCents: 0, unpaid: { damageCents: 10_000, lateFeeCents: 7_500 } },
    ],
    ["pays nothing when it is gone", 0, 100, 100, { keptCents: 0, returnedCents: 0 }],
    [
      "isn't captured for less than 50 cents",
      20_000,
      20,
      29,
      { keptCents: 0, returnedCents: 20_000, unpaid: { damageCents: 20, lateFeeCents: 29 } },
    ],
    ["pays two small amounts that make 50 cents", 20_000, 20, 30, { damageCents: 20, lateFeeCents: 30 }],
    ["isn't captured for the 49 cents left of it", 49, 20_000, 0, { keptCents: 0, returnedCents: 49 }],
  ])("%s", (_, availableCents, damageCents, lateFeeCents, expected) => {
    expect(settleDeposit(availableCents, { damageCents, lateFeeCents })).toMatchObject(expected);
  });

  test("settling a deposit takes no more than the card holds if a lapsed hold was authorized again for less", () => {
    const snapshotOf = (status: "authorized" | "canceled") =>
      ({
        ...{ status: "closed", depositStatus: "secured", depositCents: 6_000, damageCents: 5_000, claimCents: 5_000 },
        ...{ lateFee: null, deposit: { status, authorizedCents: 4_000, capturedCents: 0 } },
      }) as unknown as BookingSnapshot;
    expect(depositToSecure(snapshotOf("authorized"))).toBe(4_000);
    expect(settlementOf(snapshotOf("authorized"), new Date())).toMatchObject({
      keptCents: 4_000,
      unpaid: { damageCents: 1_000 },
    });
    expect(depositToSecure(snapshotOf("canceled")), "what is to be held again").toBe(5_000);
  });

  test("accounts for every cent of the deposit and of the claims", () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, (available, damageCents, lateFeeCents) => {
        const settled = settleDeposit(available, { damageCents, lateFeeCents });
        expect(settled.keptCents + settled.returnedCents).toBe(available);
        expect(settled.damageCents + settled.unpaid.damageCents).toBe(damageCents);
        expect(settled.lateFeeCents + settled.unpaid.lateFeeCents).toBe(lateFeeCents);
        const unpaid = settled.unpaid.damageCents + settled.unpaid.lateFeeCents;
        expect(settled.keptCents === 0 || settled.keptCents >= 50).toBe(true);
        // Only a part of less than 50 cents is returned although something is unpaid.
        expect(Math.min(settled.returnedCents, unpaid)).toBeLessThan(50);
      }),
    );
  });
});
