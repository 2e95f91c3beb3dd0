import { HOUR } from "../kernel/duration.ts";
import { type Cents, cents, percentOf } from "../kernel/money.ts";
import type { CancellationPolicy } from "../listings/item-terms.ts";
import type { LineCode, PriceLine } from "../pricing/price-lines.ts";
import { JUST_AFTER_MS } from "./deadlines.ts";
import type { NoShow } from "./snapshot.ts";

/** Refund tiers: canceling at least `hours` before the start refunds `percent`. The first match applies. */
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

/** The last instant at which each tier's refund applies. */
export function refundDeadlines(policy: CancellationPolicy, startAt: Date): { percent: number; until: Date }[] {
  return TIERS[policy].map(({ hours, percent }) => ({
    percent,
    until: new Date(startAt.getTime() - hours * HOUR),
  }));
}

/** Full refund for canceling soon after approval, if the start is still far enough away. */
const GRACE_AFTER_APPROVAL_HOURS = 24;
const GRACE_BEFORE_START_HOURS = 48;

/** Lines subject to the policy's percentage. The owner's other lines are for work not yet done: full refund. */
const BY_POLICY: ReadonlySet<LineCode> = new Set(["rental", "setup", "food", "appearance"]);

export type Cancellation = {
  readonly policy: CancellationPolicy;
  readonly startAt: Date;
  /** Null until the owner approves. */
  readonly approvedAt: Date | null;
  readonly cancelledAt: Date;
  readonly by: "renter" | "owner" | "admin" | NoShow;
  /** The owner attempted the delivery. Applies only to a renter no-show. */
  readonly isDeliveryAttempted?: boolean;
  /** Refund tax only in proportion to the refunded taxable amounts, instead of all of it. */
  readonly isTaxKeptInProportion?: boolean;
};

type Refund = {
  readonly percent: number;
  readonly refundCents: Cents;
  /** Retained by the owner, after commission. */
  readonly ownerKeepsCents: Cents;
  readonly platformKeepsCents: Cents;
  /** Still owed to the tax authority. */
  readonly taxKeptCents: Cents;
};

const hoursBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / HOUR;

function refundPercent({ policy, startAt, approvedAt, cancelledAt, by }: Cancellation): number {
  if (by === "owner" || by === "admin" || by === "owner_no_show" || approvedAt === null) return 100;
  if (by === "renter_no_show") return 0;
  const left = hoursBetween(cancelledAt, startAt);
  const isInGrace =
    hoursBetween(approvedAt, cancelledAt) <= GRACE_AFTER_APPROVAL_HOURS && left >= GRACE_BEFORE_START_HOURS;
  if (isInGrace) return 100;
  // The flexible policy's last tier excludes the start itself.
  return left <= 0 ? 0 : (TIERS[policy].find(({ hours }) => left >= hours)?.percent ?? 0);
}

/** The last instant at which canceling refunds as much as now; null if the refund no longer decreases. */
export function refundHoldsUntil(cancellation: Cancellation): Date | null {
  const { policy, startAt, approvedAt, cancelledAt } = cancellation;
  if (approvedAt === null) return null;
  const graceEnds = Math.min(
    approvedAt.getTime() + GRACE_AFTER_APPROVAL_HOURS * HOUR,
    startAt.getTime() - GRACE_BEFORE_START_HOURS * HOUR,
  );
  const edges = [...refundDeadlines(policy, startAt).map(({ until }) => until.getTime()), graceEnds];
  const percentAfter = (edge: number) =>
    refundPercent({ ...cancellation, cancelledAt: new Date(edge + JUST_AFTER_MS) });
  const now = refundPercent(cancellation);
  const next = edges
    .filter((edge) => edge >= cancelledAt.getTime() && percentAfter(edge) < now)
    .toSorted((one, other) => one - other)[0];
  return next === undefined ? null : new Date(next);
}

/** The refund for canceling before the handoff, and how the retained amount is divided. */
export function refundFor(
  lines: readonly PriceLine[],
  listerCommissionRate: number,
  cancellation: Cancellation,
): Refund {
  const percent = refundPercent(cancellation);
  const isDeliveryKept = cancellation.by === "renter_no_show" && cancellation.isDeliveryAttempted === true;
  const isKept = ({ code }: PriceLine) => code === "delivery" && isDeliveryKept;
  let refund = 0;
  let ownerKeeps = 0;
  let platformKeeps = 0;
  for (const line of lines.filter(({ code }) => code !== "tax")) {
    const lineRefund = refundOfLine(line, percent, isKept(line));
    refund += lineRefund;
    if (line.payee === "owner") ownerKeeps += line.amountCents - lineRefund;
    else platformKeeps += line.amountCents - lineRefund;
  }
  const tax = lines.find(({ code }) => code === "tax")?.amountCents ?? cents(0);
  const taxKept = cancellation.isTaxKeptInProportion
    ? taxOnRetained(tax, lines, (line) => refundOfLine(line, percent, isKept(line)))
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

/** Tax on the part of the taxable lines that is not refunded. */
function taxOnRetained(tax: Cents, lines: readonly PriceLine[], refundOf: (line: PriceLine) => Cents): Cents {
  const taxed = lines.filter(({ isTaxable }) => isTaxable);
  const base = taxed.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const retained = taxed.reduce((sum, line) => sum + line.amountCents - refundOf(line), 0);
  return base === 0 ? cents(0) : cents(Math.round((tax * retained) / base));
}

function refundOfLine({ code, amountCents }: PriceLine, percent: number, isKept: boolean): Cents {
  if (percent === 100) return amountCents;
  if (isKept || code === "service_fee") return cents(0);
  return BY_POLICY.has(code) ? percentOf(amountCents, percent) : amountCents;
}

/** From this many owner cancellations in a year, admins review each one. */
export const OWNER_REVIEW_FROM = 3;
