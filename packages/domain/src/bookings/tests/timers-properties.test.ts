import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAMAGE_CLAIM_STATUSES } from "../../damage/damage-claim-statuses.ts";
import { EXTENSION_STATUSES } from "../../extensions/extension-transitions.ts";
import { HOUR } from "../../kernel/duration.ts";
import { lateFeePaymentStatus } from "../../late-fees/late-fee-collection.ts";
import { LATE_FEE_STATUSES } from "../../late-fees/late-fee-statuses.ts";
import { nextSystemStep } from "../scheduled-steps.ts";
import type { BookingSnapshot, PaymentFacts } from "../snapshot.ts";
import type { BookingStatus } from "../statuses.ts";
import { timersOf } from "../timers.ts";
import {
  APPROVED,
  AUTHORIZED,
  after,
  CANCELED,
  CLAIM,
  CLOSED,
  CONTESTED,
  DECIDED,
  DRAFT,
  days,
  declined,
  END,
  EXTENSION,
  held,
  hours,
  IN_FRAUD_REVIEW,
  IN_POSSESSION,
  IN_REVIEW,
  OVERDUE,
  PENDING,
  paid,
  proposal,
  RETURNED,
  RETURNED_LATE,
  RUNNING_FEE,
  SCHEDULED,
  START,
  TERMS,
  TO_BE_CHARGED,
  voided,
} from "./snapshots.fixture.ts";

/** Facts of a booking that can be combined with one another, with deadlines at any hour. */
const hour = fc.integer({ min: -12 * 24, max: 16 * 24 }).map((count) => hours(START, count));
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const count = fc.integer({ min: 0, max: 3 });
const state = fc.record({ isBusy: fc.boolean(), isRefused: fc.boolean() });

const paymentOf = <Kind extends PaymentFacts["kind"]>(kind: Kind) =>
  fc.oneof(
    fc.constant(null),
    fc.tuple(maybe(hour), state).map(([refundRetryAt = null, busy]) => paid(kind, { refundRetryAt, ...busy })),
    fc.tuple(hour, state).map(([authExpiresAt, busy]) => held(kind, authExpiresAt, busy)),
    state.map((busy) => declined(kind, busy)),
    fc.boolean().map((isLapsed) => voided(kind, { isLapsed })),
  );

const claimed = fc.constantFrom(0, 40, 100, 2_000);
const charge = { chargeTries: fc.integer({ min: 0, max: 2 }), chargeableAt: hour, payBy: fc.option(hour) };
const chargeOf = (kind: "late_fee" | "damage", amountCents: number) =>
  paymentOf(kind).map((payment) => payment && { ...payment, amountCents });

const lateFee = fc
  .record({
    ...charge,
    status: fc.constantFrom(...LATE_FEE_STATUSES),
    daysLate: count,
    cappedCents: claimed,
    stoppedAt: fc.option(hour),
    payment: chargeOf("late_fee", 100),
  })
  .map((fee) => ({ ...RUNNING_FEE, ...fee }))
  .map((fee) => ({ ...fee, paymentStatus: lateFeePaymentStatus(fee) }));
const claim = fc
  .record({
    ...charge,
    status: fc.constantFrom(...DAMAGE_CLAIM_STATUSES),
    isLoss: fc.boolean(),
    depositCents: claimed,
    cardCents: claimed,
    payment: chargeOf("damage", 2_000),
  })
  .map((facts) => ({ ...CLAIM, ...facts, reminders: facts.chargeTries }));
const extension = fc
  .record({ status: fc.constantFrom(...EXTENSION_STATUSES), expiresAt: hour, payment: paymentOf("extension") })
  .map((facts) => ({ ...EXTENSION, ...facts }));
const plan = fc.record({ isConfirmed: fc.boolean(), proposal: fc.option(hour.map(proposal)) });
const shortage = { isNow: fc.boolean(), isLost: fc.boolean(), atStart: fc.boolean(), throughout: fc.boolean() };
const outage = fc.tuple(hour, fc.integer({ min: 1, max: 60 })).map(([start, length]) => ({
  from: start,
  to: hours(start, length),
}));

const ANY_FACTS: { [Fact in keyof BookingSnapshot]?: fc.Arbitrary<BookingSnapshot[Fact]> } = {
  rental: paymentOf("rental"),
  deposit: paymentOf("deposit"),
  superseded: fc
    .array(fc.oneof(paymentOf("rental"), paymentOf("deposit")), { maxLength: 2 })
    .map((all) => all.filter((one) => one !== null)),
  chargeTries: count,
  depositTries: count,
  depositReminders: fc.constant(3),
  depositRenewals: count,
  depositWarnedAt: fc.option(hour),
  depositCents: fc.constantFrom(0, 5_000),
  reAuthAttempts: count,
  policy: fc.constantFrom("flexible", "strict"),
  approvedAt: fc.constantFrom(days(START, -21), days(START, -5)),
  checkoutExpiresAt: hour,
  ownerDecisionDeadline: fc.option(hour),
  payoutEligibleAt: fc.option(hour),
  payoutRetryAt: fc.option(hour),
  payableCents: claimed,
  damageCents: claimed,
  claimCents: claimed,
  handoffReminders: count,
  endangeredAt: fc.option(hour),
  isHeldUntilReturn: fc.boolean(),
  isInstant: fc.boolean(),
  hasSuspendedAccount: fc.boolean(),
  hasChargeback: fc.boolean(),
  lateFeeTerms: fc.constantFrom(null, TERMS),
  shortage: fc.option(fc.record(shortage)),
  outages: fc.array(outage, { maxLength: 1 }),
};

/** Facts that only a booking before its handoff, during the rental, or after the handoff can have. */
const PLAN_FACTS: typeof ANY_FACTS = { plans: fc.record({ pickup: plan, return: plan }) };
const UPCOMING_FACTS: typeof ANY_FACTS = {
  ...PLAN_FACTS,
  scheduledPickupAt: fc.option(hour),
  noShowReportedAt: fc.option(hour),
  noShowReportedBy: fc.constantFrom("renter", "owner"),
  // A pickup is due before its owner can mark it.
  ownerHandedOverAt: fc.option(hour.filter((at) => at >= START)),
};
const RENTED_FACTS: typeof ANY_FACTS = { lateFee: fc.option(lateFee), claim: fc.option(claim) };
const FACTS_OF: Partial<Record<BookingStatus, typeof ANY_FACTS>> = {
  approved: UPCOMING_FACTS,
  scheduled: UPCOMING_FACTS,
  in_possession: { ...PLAN_FACTS, ...RENTED_FACTS, extensions: fc.array(extension, { maxLength: 2 }) },
  return_submitted: RENTED_FACTS,
  damaged_admin_review: RENTED_FACTS,
  closed: RENTED_FACTS,
};

const RUNS = 100;

const STAGES = {
  DRAFT,
  AUTHORIZED,
  IN_FRAUD_REVIEW,
  PENDING,
  APPROVED,
  TO_BE_CHARGED,
  SCHEDULED,
  CONTESTED,
  IN_POSSESSION,
  OVERDUE,
  RETURNED,
  IN_REVIEW,
  RETURNED_LATE,
  DECIDED,
  CLOSED,
  CANCELED,
};

describe("a step that becomes due by time", () => {
  test.each(Object.entries(STAGES))("a step that becomes due by time has a timer at that instant: %s", (_, stage) => {
    let seen = 0;
    const facts = fc.record({ ...ANY_FACTS, ...FACTS_OF[stage.status] }, { requiredKeys: [] });
    fc.assert(
      fc.property(facts, hour, (changes, start) => {
        const booking = { ...stage, ...changes };
        fc.pre(nextSystemStep(booking, start) === null);
        seen += 1;
        expect(unexpectedStep(booking, start)).toBeNull();
      }),
      { numRuns: RUNS, maxSkipsPerRun: 1_000 },
    );
    expect(seen).toBe(RUNS);
  });
});

const LONG_AFTER = days(END, 40);

/** Waits from timer to timer, as the job runner does, and looks for a step that became due between two of them. */
function unexpectedStep(booking: BookingSnapshot, start: Date): string | null {
  let now = start;
  while (now < LONG_AFTER) {
    const [next] = timersOf(booking, now)
      .map(({ at }) => at)
      .filter((at) => at > now)
      .sort((one, other) => one.getTime() - other.getTime());
    const last = after(next ?? LONG_AFTER, -1);
    const middle = new Date((now.getTime() + last.getTime()) / 2);
    for (const instant of [after(now, HOUR), middle, last]) {
      const step = instant <= last ? nextSystemStep(booking, instant) : null;
      if (step !== null) return `${step} between ${now.toISOString()} and ${last.toISOString()}`;
    }
    if (next === undefined || nextSystemStep(booking, next) !== null) return null;
    now = next;
  }
  return null;
}
