import { HOUR } from "../kernel/duration.ts";
import { type Cents, cents, percentOf } from "../kernel/money.ts";
import type { CancellationPolicy } from "../listings/item-terms.ts";
import type { LineCode, PriceLine } from "../pricing/price-lines.ts";
import type { NoShow } from "./snapshot.ts";

/** From so many hours before the start on, so many percent come back; the first that fits. */
const TIERS: Record<CancellationPolicy, readonly { readonly hours: number; readonly percent: number }[]> = {
  flexible: [
    { hours: 24, percent: 100 },
    { hours: 0, percent: 50 },
  ],
  moderate: [
    { hours: 120, percent: 100 },
    { hours: 24, percent: 50 },
  ],
  strict: [
    { hours: 336, percent: 100 },
    { hours: 168, percent: 50 },
  ],
};

/** How long so many percent come back: the last instant of each tier. */
export function refundDeadlines(policy: CancellationPolicy, startAt: Date): { percent: number; until: Date }[] {
  return TIERS[policy].map(({ hours, percent }) => ({
    percent,
    until: new Date(startAt.getTime() - hours * HOUR),
  }));
}

/** Who thinks better of it at once, and well before the start, pays nothing. */
const GRACE = { hoursAfterApproval: 24, hoursBeforeStart: 48 };

/** What the policy's percentage applies to. All else of the owner's was not done yet and comes back. */
const BY_POLICY: ReadonlySet<LineCode> = new Set(["rental", "setup", "food", "appearance"]);

export type Cancellation = {
  readonly policy: CancellationPolicy;
  readonly startAt: Date;
  /** Null while the owner has not answered. */
  readonly approvedAt: Date | null;
  readonly cancelledAt: Date;
  readonly by: "renter" | "owner" | "admin" | NoShow;
  /** The owner stood at the door. Counts only when the renter did not come. */
  readonly isDeliveryAttempted?: boolean;
  /** Tax comes back in the proportion of what it was asked for, instead of all of it. */
  readonly isTaxKeptInProportion?: boolean;
};

type Refund = {
  readonly percent: number;
  readonly refundCents: Cents;
  /** What stays with the owner, after commission. */
  readonly ownerKeepsCents: Cents;
  readonly platformKeepsCents: Cents;
  /** Stays owed to the tax office. */
  readonly taxKeptCents: Cents;
};

const hoursBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / HOUR;

function percentBack({ policy, startAt, approvedAt, cancelledAt, by }: Cancellation): number {
  if (by === "owner" || by === "admin" || by === "owner_no_show" || approvedAt === null) return 100;
  if (by === "renter_no_show") return 0;
  const left = hoursBetween(cancelledAt, startAt);
  const isInGrace = hoursBetween(approvedAt, cancelledAt) <= GRACE.hoursAfterApproval && left >= GRACE.hoursBeforeStart;
  if (isInGrace) return 100;
  // Of the flexible policy's last tier the start itself is no part any more.
  return left <= 0 ? 0 : (TIERS[policy].find(({ hours }) => left >= hours)?.percent ?? 0);
}

const A_MOMENT_MS = 1;

/** Until when as much comes back as now; null when nothing takes from it any more. */
export function refundHoldsUntil(cancellation: Cancellation): Date | null {
  const { policy, startAt, approvedAt, cancelledAt } = cancellation;
  if (approvedAt === null) return null;
  const graceEnds = Math.min(
    approvedAt.getTime() + GRACE.hoursAfterApproval * HOUR,
    startAt.getTime() - GRACE.hoursBeforeStart * HOUR,
  );
  const edges = [...refundDeadlines(policy, startAt).map(({ until }) => until.getTime()), graceEnds];
  const percentAfter = (edge: number) => percentBack({ ...cancellation, cancelledAt: new Date(edge + A_MOMENT_MS) });
  const now = percentBack(cancellation);
  const next = edges
    .filter((edge) => edge >= cancelledAt.getTime() && percentAfter(edge) < now)
    .toSorted((one, other) => one - other)[0];
  return next === undefined ? null : new Date(next);
}

/** What comes back when a booking is called off before the hand-over, and what of the rest is whose. */
export function refundFor(
  lines: readonly PriceLine[],
  listerCommissionRate: number,
  cancellation: Cancellation,
): Refund {
  const percent = percentBack(cancellation);
  const isDeliveryKept = cancellation.by === "renter_no_show" && cancellation.isDeliveryAttempted === true;
  const isKept = ({ code }: PriceLine) => code === "delivery" && isDeliveryKept;
  let refund = 0;
  let ownerKeeps = 0;
  let platformKeeps = 0;
  for (const line of lines.filter(({ code }) => code !== "tax")) {
    const back = backOf(line, percent, isKept(line));
    refund += back;
    if (line.payee === "owner") ownerKeeps += line.amountCents - back;
    else platformKeeps += line.amountCents - back;
  }
  const tax = lines.find(({ code }) => code === "tax")?.amountCents ?? cents(0);
  const taxKept = cancellation.isTaxKeptInProportion
    ? taxOnKept(tax, lines, (line) => backOf(line, percent, isKept(line)))
    : cents(0);
  const commission = percentOf(cents(ownerKeeps), listerCommissionRate);
  return {
    percent,
    refundCents: cents(refund + tax - taxKept),
    ownerKeepsCents: cents(ownerKeeps - commission),
    platformKeepsCents: cents(platformKeeps + commission),
    taxKeptCents: taxKept,
  };
}

/** The part of the tax that belongs to what is not given back. */
function taxOnKept(tax: Cents, lines: readonly PriceLine[], backOfLine: (line: PriceLine) => Cents): Cents {
  const taxed = lines.filter(({ isTaxable }) => isTaxable);
  const base = taxed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const kept = taxed.reduce((sum, line) => sum + line.amountCents - backOfLine(line), 0);
  return base === 0 ? cents(0) : cents(Math.round((tax * kept) / base));
}

function backOf({ code, amountCents }: PriceLine, percent: number, isKept: boolean): Cents {
  if (percent === 100) return amountCents;
  if (isKept || code === "service_fee") return cents(0);
  return BY_POLICY.has(code) ? percentOf(amountCents, percent) : amountCents;
}

/** From so many rentals that an owner calls off in a year on, people look at each. */
export const OWNER_REVIEW_FROM = 3;
