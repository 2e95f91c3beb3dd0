import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import { momentIn } from "../../../lib/dates.ts";
import { formatExactCents } from "../../../lib/format.ts";

type Limits = Pick<BookingDetailView, "role" | "renter" | "damageLimitCents" | "depositCents">;

/** The most that can be claimed, so that nobody expects more. */
export function limitText({ role, renter, damageLimitCents, depositCents }: Limits): string {
  if (damageLimitCents === 0) return "The renter agreed to no deposit or replacement value, so nothing can be charged.";
  const isBeyond = damageLimitCents > depositCents;
  const from = isBeyond ? `the value ${renter.firstName} agreed to at checkout` : "the deposit";
  return `${role === "owner" ? "You can claim" : "You can award"} up to ${formatExactCents(damageLimitCents)}, ${from}.`;
}

type Claimed = Pick<BookingDetailView, "role" | "renter" | "owner" | "timezone" | "damageCents">;

export function claimTitle({ filedBy, amountCents }: DamageClaimView, { role, owner }: Claimed): string {
  if (filedBy === "system") return "It wasn’t returned";
  return `${role === "owner" ? "You claim" : `${owner.firstName} claims`} ${formatExactCents(amountCents)}`;
}

/** Where the claim stands, in one or two sentences. */
export function claimStatusText(claim: DamageClaimView, booking: Claimed): string {
  const { role, renter, timezone } = booking;
  const isRenter = role === "renter";
  const card = isRenter ? "your card" : `${renter.firstName}’s card`;
  const { status, cardCents, depositCents, collectedCents, chargeableAt, payBy } = claim;
  const decidedCents = depositCents + cardCents;
  switch (status) {
    case "open":
      return isRenter ? "Do you agree? Our team makes the final decision." : "Our team will decide.";
    case "agreed":
      return `${isRenter ? "You" : renter.firstName} agreed. Our team will decide.`;
    case "contested":
      return `${isRenter ? "You" : renter.firstName} contested it. Our team will decide.`;
    case "dismissed":
      return "Nothing is charged.";
    case "decided": {
      const deposit = depositCents > 0 ? `${formatExactCents(depositCents)} comes from the deposit.` : null;
      return [deposit, cardCents > 0 && cardText({ card, isRenter, cardCents, chargeableAt, payBy, timezone })]
        .filter(Boolean)
        .join(" ");
    }
    case "charged":
      return `${isRenter ? "You" : renter.firstName} paid ${formatExactCents(collectedCents)}.`;
    case "uncollectible": {
      const paid = collectedCents > 0 ? `${formatExactCents(collectedCents)} was paid. ` : "";
      return `${paid}${formatExactCents(decidedCents - collectedCents)} couldn’t be collected.`;
    }
  }
}

type CardPart = Pick<DamageClaimView, "cardCents" | "chargeableAt" | "payBy"> & {
  card: string;
  isRenter: boolean;
  timezone: string;
};

function cardText({ card, isRenter, cardCents, chargeableAt, payBy, timezone }: CardPart): string {
  const amount = formatExactCents(cardCents);
  if (payBy !== null) {
    const who = isRenter ? "Pay" : "It can be paid";
    return `We couldn’t charge ${amount} to ${card}. ${who} by ${momentIn(payBy, timezone)}.`;
  }
  const at = chargeableAt === null ? "soon" : `on ${momentIn(chargeableAt, timezone)}`;
  return `We’ll charge ${amount} to ${card} ${at}.${isRenter ? " You can pay earlier." : ""}`;
}

/** Shown to admins only. */
export const resolutionCopy = ({ resolution }: NonNullable<BookingDetailView["adminDecision"]>): string =>
  resolution === "owner_favor" ? "Decided for the owner" : "Decided for the renter";

/** The decided amount and its parts. */
export function claimLines({ depositCents, cardCents, status }: DamageClaimView): { label: string; amount: string }[] {
  if (["open", "agreed", "contested", "dismissed"].includes(status)) return [];
  return [
    { label: "Decided", amount: formatExactCents(depositCents + cardCents) },
    ...(cardCents > 0 && depositCents > 0
      ? [
          { label: "From the deposit", amount: formatExactCents(depositCents) },
          { label: "By card", amount: formatExactCents(cardCents) },
        ]
      : []),
  ];
}
