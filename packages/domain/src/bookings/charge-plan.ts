import type { CancellationPolicy } from "../listings/item-terms.ts";

const DAY_MS = 86_400_000;

/** Days before the start at which a later charge is tried, and at which an unpaid booking is called off. */
const TRY_DAYS = [7, 6, 5];
const CALL_OFF_DAYS = 4;

type ChargePlan =
  | { readonly kind: "capture_now" }
  | { readonly kind: "charge_later"; readonly tryAt: readonly Date[]; readonly callOffAt: Date };

type Approved = { readonly now: Date; readonly startAt: Date; readonly policy: CancellationPolicy };

/**
 * When an approved rental is paid. Far ahead nothing is owed yet under the milder policies, and a charge that comes back
 * costs its fee, so the hold is let go and the card charged a week before.
 */
export function chargePlan({ now, startAt, policy }: Approved): ChargePlan {
  const before = (days: number) => new Date(startAt.getTime() - days * DAY_MS);
  if (policy === "strict" || before(TRY_DAYS[0] ?? 0) <= now) return { kind: "capture_now" };
  return { kind: "charge_later", tryAt: TRY_DAYS.map(before), callOffAt: before(CALL_OFF_DAYS) };
}
