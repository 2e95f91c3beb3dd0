import { expect, test } from "vitest";
import { numbersFrom } from "../../../../testing/bookings/seeded-numbers.ts";
import { liveThrough, type Outcome, type PlannedOutage } from "../simulation/compared-outcomes.fixture.ts";
import { planOf } from "../simulation/lives.fixture.ts";

/** `npm run prove -- outages 60` lives that many through three outages each. Otherwise five live through one. */
const BOOKINGS = Number(process.env.PROVE_AMOUNT ?? 5);
const AT_ONCE = 10;
const LENGTHS = process.env.PROVE_AMOUNT ? [12, 36, 100] : [36];
const SEED = Number(process.env.SEED ?? 20_261_119);
/** Outages begin within these days, in which most of the bookings are lived. */
const DAYS = 20;

/** What may differ, and why a working system couldn't have been imitated afterwards. */
const ALLOWED: Record<string, (base: Outcome, after: Outcome, outage: PlannedOutage) => boolean> = {
  /** Without a payment and a deposit nothing is handed over, and afterwards the rental was over. Nobody pays for it. */
  "the outage left no time for the rental": (base, after, { fromHour, hours }) =>
    base.status !== "canceled" &&
    after.status === "canceled" &&
    ["payment_failed", "deposit_failed"].includes(after.cancelReason ?? "") &&
    after.renterPaidCents === 0 &&
    after.ownerGotCents === 0 &&
    fromHour < after.startsAtHour + 2 &&
    fromHour + hours >= after.endsAtHour - 6,
};

type Difference = { what: string; allowed: string | null };

function compare(base: Outcome, after: Outcome, outage: PlannedOutage): Difference | null {
  const isOwnerWorse = after.ownerGotCents < base.ownerGotCents;
  const isRenterWorse = after.renterPaidCents > base.renterPaidCents;
  if (!isOwnerWorse && !isRenterWorse) return null;
  const of = ({ status, cancelReason, renterPaidCents, ownerGotCents }: Outcome) =>
    `${status} ${cancelReason ?? ""} renter -${renterPaidCents}, owner +${ownerGotCents}`;
  const { plan, startsAtHour, endsAtHour } = base;
  return {
    what: [
      `${JSON.stringify(plan)} from hour ${startsAtHour} to ${endsAtHour}, outage ${JSON.stringify(outage)}`,
      `  without: ${of(base)}`,
      ...base.log.map((line) => `    ${line}`),
      `  with: ${of(after)}`,
      ...after.log.map((line) => `    ${line}`),
    ].join("\n"),
    allowed: Object.keys(ALLOWED).find((reason) => ALLOWED[reason]?.(base, after, outage)) ?? null,
  };
}

test(`[PAY-03] ${BOOKINGS} bookings whose workers stop for ${LENGTHS.join(", ")} hours end for both sides as without the outage`, async () => {
  const random = numbersFrom(SEED);
  const plans = Array.from({ length: BOOKINGS }, (_, index) => planOf(index, random));
  const counts = new Map<string, number>();
  const forbidden: string[] = [];
  for (let first = 0; first < BOOKINGS; first += AT_ONCE) {
    const group = plans.slice(first, first + AT_ONCE);
    const bases = await liveThrough(group, null);
    for (const hours of LENGTHS) {
      const outage = { fromHour: random.between(1, DAYS * 12) * 2, hours };
      const outcomes = await liveThrough(group, outage);
      for (const [index, base] of bases.entries()) {
        const after = outcomes[index];
        const difference = after ? compare(base, after, outage) : { what: "A booking is missing", allowed: null };
        if (difference === null) continue;
        const { what, allowed } = difference;
        if (allowed === null) forbidden.push(what);
        else counts.set(allowed, (counts.get(allowed) ?? 0) + 1);
      }
    }
  }
  const compared = BOOKINGS * LENGTHS.length;
  process.stdout.write(`${compared} compared, allowed differences: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  expect(forbidden.join("\n")).toBe("");
  // Allowed differences stay rare, so that the proof is about the others.
  expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(compared / 4 + 1);
}, 14_400_000);
