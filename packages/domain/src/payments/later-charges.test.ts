import { describe, expect, test } from "vitest";
import { HOUR } from "../kernel/duration.ts";
import { canPay, collectionStepOf, collectionTimers, isUsableDeposit, type LaterCharge } from "./later-charges.ts";

const DECIDED_AT = new Date("2026-06-10T12:00:00Z");
const after = (hours: number) => new Date(DECIDED_AT.getTime() + hours * HOUR);

const PAYMENT = {
  id: "payment",
  kind: "damage",
  status: "action_required",
  authExpiresAt: null,
  authorizedCents: 0,
  capturedCents: 0,
  refundedCents: 0,
  refundRetryAt: null,
  isBusy: false,
  isRefused: false,
  isLapsed: false,
  capturedAt: null,
  amountCents: 10_000,
} as const satisfies LaterCharge["payment"];
const PAID = { ...PAYMENT, status: "captured", capturedCents: 10_000 } as const;
const CANCELED = { ...PAYMENT, status: "canceled" } as const;
const BUSY = { ...PAYMENT, isBusy: true } as const;
const REFUSED = { ...PAYMENT, isRefused: true } as const;

/** $100, announced 24 hours before the card is charged. */
const CHARGE: LaterCharge = {
  amountCents: 10_000,
  isOwed: true,
  isPayableEarly: false,
  chargeableAt: after(24),
  chargeTries: 0,
  payBy: null,
  payment: null,
};
/** The card was declined when the notice was over. */
const DECLINED = { payment: PAYMENT, chargeTries: 1, payBy: after(72) } as const;
const TWICE = { ...DECLINED, chargeTries: 2 } as const;
const EARLY = { isPayableEarly: true } as const;
const CONTESTED = { isOwed: false } as const;

type Row = [title: string, changes: Partial<LaterCharge>, hours: number, step: string | null];

describe("[LATE-01] [DMG-01] the collection of a later charge", () => {
  test.each<Row>([
    ["waits until the notice is over", {}, 23.9, null],
    ["charges the card when the notice is over", {}, 24, "charge"],
    ["waits while nobody has set a time for the charge", { chargeableAt: null }, 500, null],
    ["opens a payment at once if the renter can pay early", EARLY, 0, "open"],
    ["opens one early payment only", { ...EARLY, payment: PAYMENT }, 0, null],
    ["opens no early payment for a contested amount", { ...EARLY, ...CONTESTED }, 0, null],
    ["opens no early payment for less than a card can pay", { ...EARLY, amountCents: 49 }, 0, "give_up"],
    ["charges a card whose early payment stayed unpaid", { ...EARLY, payment: PAYMENT }, 24, "charge"],
    ["charges the card if the notice ended before a payment was opened", { ...EARLY, payment: null }, 30, "charge"],
    ["charges 50 cents", { amountCents: 50 }, 24, "charge"],
    ["gives up on less than 50 cents", { amountCents: 49 }, 24, "give_up"],
    ["gives up on less than 50 cents only when the notice is over", { amountCents: 49 }, 23.9, null],
    ["charges nothing while the amount is contested", CONTESTED, 500, null],
    ["voids the payment of an amount that isn't owed anymore", { ...DECLINED, ...CONTESTED }, 30, "void"],
    ["leaves a voided payment alone if nothing is owed", { payment: CANCELED, ...CONTESTED }, 30, null],
    ["voids the payment of another amount", { ...DECLINED, amountCents: 9_000 }, 30, "void"],
    ["charges the new amount after that", { ...DECLINED, amountCents: 9_000, payment: CANCELED }, 30, "charge"],
    ["charges a new amount even after two attempts", { ...TWICE, payment: CANCELED }, 60, "charge"],
    ["lets the renter pay after a declined charge", DECLINED, 47.9, null],
    ["tries the card again a day before the deadline", DECLINED, 48, "charge"],
    ["tries the card twice at most", TWICE, 71.9, null],
    ["waits for the bank's answer", { ...DECLINED, payment: BUSY }, 48, null],
    ["waits for the bank's answer at the deadline, too", { ...TWICE, payment: BUSY }, 72, null],
    ["leaves a payment that the provider refused to an admin", { payment: REFUSED }, 24, null],
    ["leaves a refused payment to an admin at the deadline, too", { ...TWICE, payment: REFUSED }, 72, null],
    ["voids the payment at the deadline", TWICE, 72, "void"],
    ["doesn't try the card at the deadline", DECLINED, 72, "void"],
    ["gives up when the payment is voided", { ...TWICE, payment: CANCELED }, 72, "give_up"],
    ["gives up at the deadline without a payment", { ...TWICE, payment: null }, 72, "give_up"],
    ["records a payment, whoever made it", { payment: PAID }, 1, "record"],
    ["records a payment after the deadline", { ...TWICE, payment: PAID }, 80, "record"],
    ["records nothing that isn't owed", { payment: PAID, ...CONTESTED }, 30, null],
  ])("%s", (_, changes, hours, step) => {
    expect(collectionStepOf({ ...CHARGE, ...changes }, true, after(hours))).toBe(step);
  });

  test("the collection of a later charge keeps the payment open after the deadline until the rental is over", () => {
    expect(collectionStepOf({ ...CHARGE, ...TWICE }, false, after(80))).toBeNull();
    expect(collectionStepOf({ ...CHARGE, ...TWICE }, true, after(80))).toBe("void");
  });

  test("the collection of a later charge goes on at each of its timers, and never between them", () => {
    const changes = { ...CHARGE, ...DECLINED };
    expect(collectionTimers(changes)).toEqual([after(24), after(48), after(72)]);
    expect(collectionTimers(CHARGE)).toEqual([after(24)]);
    expect(collectionTimers({ chargeableAt: null, payBy: null })).toEqual([]);
    for (const charge of [CHARGE, changes, { ...CHARGE, ...TWICE }, { ...CHARGE, ...EARLY, payment: PAYMENT }]) {
      const changed = Array.from({ length: 960 }, (_, index) => after(index / 10)).filter((now, index) => {
        const before = after((index - 1) / 10);
        return collectionStepOf(charge, true, now) !== collectionStepOf(charge, true, before);
      });
      const timers = collectionTimers(charge).map((instant) => instant.getTime());
      expect(changed.filter((now) => !timers.includes(now.getTime()))).toEqual([]);
    }
  });

  test("the collection of a later charge lets the renter pay the whole amount with any card while a payment is open", () => {
    const can = (changes: Partial<LaterCharge>) => canPay({ ...CHARGE, payment: PAYMENT, ...changes });
    expect([can({}), can(EARLY), can(TWICE)]).toEqual([true, true, true]);
    for (const payment of [null, PAID, CANCELED, BUSY]) expect(can({ payment })).toBe(false);
    expect([can({ amountCents: 9_000 }), can(CONTESTED)]).toEqual([false, false]);
  });

  test("the collection of a later charge counts on a deposit that is held, being charged, or captured and not returned or taken back", () => {
    const held = { ...PAYMENT, kind: "deposit", status: "authorized" } as const;
    const captured = { ...held, status: "captured", capturedCents: 500 } as const;
    expect([held, captured, BUSY].map(isUsableDeposit)).toEqual([true, true, true]);
    const gone = [null, PAYMENT, CANCELED, { ...captured, refundedCents: 500 }];
    expect([...gone, { ...captured, status: "charged_back" } as const].map(isUsableDeposit)).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });
});
