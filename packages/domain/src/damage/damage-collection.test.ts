import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BookingSnapshot, DamageClaimFacts, PaymentFacts } from "../bookings/snapshot.ts";
import { HOUR } from "../kernel/duration.ts";
import {
  DAMAGE_CLAIM_STATUSES,
  DAMAGE_CLAIM_TRANSITIONS,
  type DamageClaimEvent,
  damageClaimStatusAfter,
} from "./damage-claim-statuses.ts";
import { divideDamage } from "./damage-claims.ts";
import {
  canAnswerClaim,
  canNameLoss,
  canPayDamage,
  collectedOf,
  DAMAGE_RULES,
  damageTimers,
  isClaimSettled,
} from "./damage-collection.ts";

const DECIDED_AT = new Date("2026-06-10T12:00:00Z");
const after = (hours: number) => new Date(DECIDED_AT.getTime() + hours * HOUR);

const PAYMENT = {
  id: "payment",
  kind: "damage",
  status: "awaiting_payment",
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
} as const satisfies DamageClaimFacts["payment"];
const PAID = { ...PAYMENT, status: "captured", capturedCents: 10_000 } as const;
const CANCELED = { ...PAYMENT, status: "canceled" } as const;

/** $300 decided. The deposit pays $200 of it. */
const CLAIM: DamageClaimFacts = {
  isLoss: false,
  claimedCents: 30_000,
  status: "decided",
  depositCents: 20_000,
  cardCents: 10_000,
  chargeableAt: after(48),
  chargeTries: 0,
  reminders: 0,
  payBy: null,
  payment: PAYMENT,
};
const FAILED = { chargeTries: 1, reminders: 1, payBy: after(96) } as const;

const DEPOSIT: PaymentFacts = {
  ...PAYMENT,
  id: "deposit",
  kind: "deposit",
  status: "authorized",
  authorizedCents: 20_000,
};
const KEPT = { depositStatus: "kept", deposit: { ...DEPOSIT, status: "captured", capturedCents: 20_000 } } as const;

const snapshotWith = (claim: Partial<DamageClaimFacts>, changes: Partial<BookingSnapshot> = {}) =>
  ({
    status: "closed",
    depositStatus: "secured",
    deposit: DEPOSIT,
    superseded: [],
    claim: { ...CLAIM, ...claim },
    ...changes,
  }) as unknown as BookingSnapshot;

const stepAt = (snapshot: BookingSnapshot, hours: number) =>
  Object.entries(DAMAGE_RULES).find(([, isDue]) => isDue(snapshot, after(hours)))?.[0] ?? null;

describe("[DMG-01] a decided claim", () => {
  test.each([
    ["opens a payment at once, so that the renter can pay early", { payment: null }, {}, 0, "open_damage_payment"],
    ["waits 48 hours before the card is charged", {}, {}, 47.9, null],
    ["charges the card then", {}, {}, 48, "charge_damage"],
    ["charges no card that is being charged", { payment: { ...PAYMENT, isBusy: true } }, {}, 48, null],
    ["charges no card twice", { payment: PAID }, {}, 48, null],
    ["tells the renter after a declined charge", { ...FAILED, reminders: 0 }, {}, 49, "remind_of_damage"],
    ["tells the renter once", FAILED, {}, 49, null],
    ["tries the card again a day before the deadline", FAILED, {}, 72, "charge_damage"],
    ["tries the card twice at most", { ...FAILED, chargeTries: 2, reminders: 2 }, {}, 80, null],
    ["voids the payment at the deadline", { ...FAILED, chargeTries: 2, reminders: 2 }, {}, 96, "void_damage_payment"],
    ["waits for the deposit", { payment: PAID }, {}, 50, null],
    ["is recorded when deposit and card have paid", { payment: PAID }, KEPT, 50, "record_damage"],
    ["is recorded when the card can't pay anymore", { ...FAILED, payment: CANCELED }, KEPT, 96, "record_damage"],
    ["is recorded when the deposit is gone", { payment: PAID }, { deposit: null }, 50, "record_damage"],
    [
      "waits for a hold that replaces a failed one",
      { payment: PAID },
      { deposit: null, superseded: [DEPOSIT] },
      50,
      null,
    ],
    ["needs no card when the deposit pays all", { cardCents: 0, payment: null }, KEPT, 0, "record_damage"],
    [
      "needs no deposit when the card pays all",
      { depositCents: 0, payment: PAID },
      { deposit: null },
      1,
      "record_damage",
    ],
    ["writes off what is too small for a card", { cardCents: 49, payment: null }, KEPT, 0, "record_damage"],
  ] as const)("%s", (_, claim, changes, hours, step) =>
    expect(stepAt(snapshotWith(claim, changes as Partial<BookingSnapshot>), hours)).toBe(step),
  );

  test.each(DAMAGE_CLAIM_STATUSES.filter((status) => status !== "decided"))(
    "a decided claim does nothing by itself while %s",
    (status) => {
      expect(stepAt(snapshotWith({ status, payment: null }), 500)).toBeNull();
      expect(damageTimers(snapshotWith({ status }))).toEqual([]);
    },
  );

  test("a decided claim is looked at when the notice ends, at the retry and at the deadline", () => {
    expect(damageTimers(snapshotWith({}))).toEqual([after(48)]);
    expect(damageTimers(snapshotWith(FAILED))).toEqual([after(48), after(72), after(96)]);
  });

  test("a decided claim can be paid with any card from the decision on, until it is charged or written off", () => {
    expect(canPayDamage(snapshotWith({}))).toBe(true);
    expect(canPayDamage(snapshotWith(FAILED))).toBe(true);
    for (const payment of [null, PAID, CANCELED, { ...PAYMENT, isBusy: true }]) {
      expect(canPayDamage(snapshotWith({ payment }))).toBe(false);
    }
    expect(canPayDamage(snapshotWith({ status: "uncollectible" }))).toBe(false);
  });

  test("a decided claim has collected nothing where nobody claimed damage", () => {
    expect(collectedOf({ ...snapshotWith({}, KEPT), claim: null })).toEqual({ depositCents: 0, cardCents: 0 });
  });

  test("a decided claim never collects more than was decided, whatever deposit and card paid", () => {
    const cents = fc.nat(50_000);
    fc.assert(
      fc.property(cents, cents, cents, cents, fc.boolean(), (decided, there, captured, paid, isKept) => {
        const parts = divideDamage(decided, there);
        const collected = collectedOf(
          snapshotWith(
            { ...parts, payment: { ...PAYMENT, capturedCents: paid } },
            { depositStatus: isKept ? "kept" : "released", deposit: { ...DEPOSIT, capturedCents: captured } },
          ),
        );
        expect(collected.depositCents).toBeLessThanOrEqual(isKept ? Math.min(parts.depositCents, captured) : 0);
        expect(collected.cardCents).toBeLessThanOrEqual(Math.min(parts.cardCents, paid));
        expect(collected.depositCents + collected.cardCents).toBeLessThanOrEqual(decided);
      }),
    );
  });
});

describe("[DMG-01] a claim's statuses", () => {
  test("a claim's statuses let the renter answer once, an admin decide once, and the system collect", () => {
    const rows = (Object.keys(DAMAGE_CLAIM_TRANSITIONS) as DamageClaimEvent[]).flatMap((event) =>
      DAMAGE_CLAIM_STATUSES.flatMap((from) =>
        (["renter", "owner", "admin", "system"] as const).flatMap((actor) => {
          const to = damageClaimStatusAfter(from, event, actor);
          return to === null ? [] : [`${from} > ${to} by ${actor}`];
        }),
      ),
    );
    expect(rows).toEqual([
      "open > open by owner",
      "open > agreed by renter",
      "open > contested by renter",
      ...["open", "agreed", "contested"].map((from) => `${from} > decided by admin`),
      ...["open", "agreed", "contested"].map((from) => `${from} > dismissed by admin`),
      ...["open", "agreed", "contested"].flatMap((from) =>
        ["renter", "owner"].map((actor) => `${from} > withdrawn by ${actor}`),
      ),
      "decided > charged by system",
      "decided > uncollectible by system",
    ]);
  });

  test("a claim's statuses keep the books open until the claim is collected, written off, dismissed or withdrawn", () => {
    const settled = DAMAGE_CLAIM_STATUSES.filter((status) => isClaimSettled({ status }));
    expect(settled).toEqual(["charged", "dismissed", "uncollectible", "withdrawn"]);
    expect(isClaimSettled(null)).toBe(true);
  });

  test("a claim's statuses let the renter answer only an open claim under review", () => {
    const review = (status: DamageClaimFacts["status"]) => snapshotWith({ status }, { status: "damaged_admin_review" });
    expect([canAnswerClaim(review("open")), canAnswerClaim(review("agreed"))]).toEqual([true, false]);
    expect(canAnswerClaim(snapshotWith({ status: "open" }))).toBe(false);
  });

  test("a claim's statuses let the owner name the amount of a loss once, before the renter answers", () => {
    const terms = { valueCents: 20_000, isNamedByOwner: true, maxCents: 20_000 };
    const loss = (claim: Partial<DamageClaimFacts>, lossTerms: BookingSnapshot["lossTerms"] = terms) => {
      const facts = { status: "open", isLoss: true, claimedCents: 0, ...claim } as const;
      return snapshotWith(facts, { status: "damaged_admin_review", lossTerms });
    };
    expect([canNameLoss(loss({})), canAnswerClaim(loss({}))]).toEqual([true, false]);
    expect([canNameLoss(loss({ claimedCents: 50 })), canAnswerClaim(loss({ claimedCents: 50 }))]).toEqual([
      false,
      true,
    ]);
    expect(canNameLoss(loss({ isLoss: false }))).toBe(false);
    expect(canNameLoss(loss({ status: "decided" }))).toBe(false);
    expect(canNameLoss(loss({}, null))).toBe(false);
    expect(canNameLoss(loss({}, { ...terms, isNamedByOwner: false }))).toBe(false);
    expect(canNameLoss(loss({}, { ...terms, valueCents: 0 }))).toBe(false);
    expect(canNameLoss({ ...loss({}), status: "closed" })).toBe(false);
  });
});
