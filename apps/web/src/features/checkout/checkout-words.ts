import { chargePlan } from "@nexby/domain/bookings/charge-plan";
import type { CancellationPolicy } from "@nexby/domain/listings/item-terms";
import { formatExactCents } from "../../lib/money.ts";

/** "Request to book · $54.12" */
export function actionLabel(isInstant: boolean, totalCents: number | undefined): string {
  const verb = isInstant ? "Book now" : "Request to book";
  return totalCents === undefined ? verb : `${verb} · ${formatExactCents(totalCents)}`;
}

type Charged = { owner: string; isInstant: boolean; policy: CancellationPolicy; startAt: string | null; now: Date };

/** When the card is charged. */
export function chargeWords({ owner, isInstant, policy, startAt, now }: Charged): string {
  if (!isInstant) return `Nothing is charged until ${owner} approves.`;
  const plan = startAt && chargePlan({ now, startAt: new Date(startAt), policy });
  return plan && plan.kind === "charge_later"
    ? "Your card is charged a week before the start."
    : "Your card is charged right away.";
}

type Decided = { owner: string; isInstant: boolean };

export const decisionTitle = ({ owner, isInstant }: Decided): string =>
  isInstant ? "Confirmed at once" : `${owner} decides`;

/** Who decides, and what that means for the card. */
export function decisionWords({ owner, isInstant }: Decided): string {
  if (isInstant) return `${owner} takes bookings without being asked. It is yours as soon as your card is accepted.`;
  return `Once you have asked, you see until when ${owner} can answer. Without an answer your card’s hold is let go.`;
}
