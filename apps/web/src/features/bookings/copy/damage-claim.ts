import type { BookingDetailView } from "@nexby/contract/bookings/bookings";
import type { DamageClaimView } from "@nexby/contract/bookings/later-charges";
import type { DamageType } from "@nexby/domain/damage/damage-claim-statuses";
import { countOf, dollarText } from "@nexby/domain/kernel/amount-text";
import { momentIn } from "../../../lib/dates.ts";
import { productNow } from "../../../lib/server-time.ts";
import { isPast, unpaidCopy } from "./late-fee.ts";

type Limits = Pick<
  BookingDetailView,
  "role" | "renter" | "damageLimitCents" | "lossLimitCents" | "depositCents" | "claim" | "lateFee" | "price"
>;

/** The most that can be claimed, so that nobody expects more. */
export function limitText(limits: Limits): string {
  const { claim, price, damageLimitCents, lossLimitCents } = limits;
  if (price.loss && claim?.damageType === "lost") return lossLimitText(limits);
  const differs = price.loss !== undefined && claim === null && lossLimitCents !== damageLimitCents;
  return differs ? `${damageLimitText(limits)} ${lossLimitText(limits)}` : damageLimitText(limits);
}

/** A loss and its late fee have a limit together. */
function lossLimitText({ role, lossLimitCents, lateFee, claim }: Limits): string {
  if (claim?.amountCents === 0) return "The owner hasn’t named what it costs. Until then, nothing can be awarded.";
  const feeCents = lateFee?.owedCents ?? 0;
  const most = `For a loss, you can ${role === "owner" ? "claim" : "award"} up to ${dollarText(lossLimitCents)}.`;
  if (feeCents === 0) return most;
  const [fee, both] = [dollarText(feeCents), dollarText(lossLimitCents + feeCents)];
  return `${most} With the late fee of ${fee}, that’s at most ${both}, as agreed at checkout.`;
}

type Claim = { damageType?: DamageType | undefined; amountCents?: number | undefined };

/** Says that an amount is too high, or null if it isn't. The field's hint says where the limit comes from. */
export function tooMuchText(limits: Limits, { damageType, amountCents = 0 }: Claim): string | null {
  const { damageLimitCents, lossLimitCents } = limits;
  const isLoss = damageType === "lost" && limits.price.loss !== undefined;
  const limitCents = isLoss ? lossLimitCents : damageLimitCents;
  if (amountCents <= limitCents) return null;
  if (limitCents > 0) return `This is above the limit. Enter ${dollarText(limitCents)} or less.`;
  return isLoss ? lossLimitText(limits) : damageLimitText(limits);
}

/** The most an owner can name for a loss. */
export const nameableText = ({ lossLimitCents }: Pick<BookingDetailView, "lossLimitCents">): string =>
  `The renter agreed to at most ${dollarText(lossLimitCents)}.`;

function damageLimitText({ role, renter, damageLimitCents, depositCents }: Limits): string {
  if (damageLimitCents === 0) return "The renter agreed to no deposit or replacement value, so nothing can be charged.";
  const isBeyond = damageLimitCents > depositCents;
  const from = isBeyond ? `the value ${renter.firstName} agreed to at checkout` : "the deposit";
  return `${role === "owner" ? "You can claim" : "You can award"} up to ${dollarText(damageLimitCents)}, ${from}.`;
}

const isOpenClaim = (status: DamageClaimView["status"]) => ["open", "agreed", "contested"].includes(status);

type Claimed = Pick<
  BookingDetailView,
  "role" | "renter" | "owner" | "timezone" | "damageCents" | "unitsOut" | "quantity"
>;

function lossTitle(unitsOut: number, quantity: number): string {
  if (quantity === 1) return "It wasn’t returned";
  return `${unitsOut} of ${countOf(quantity, "unit")} ${unitsOut === 1 ? "wasn’t" : "weren’t"} returned`;
}

export function claimTitle(claim: DamageClaimView, claimed: Claimed): string {
  const { filedBy, amountCents, status, depositCents, cardCents } = claim;
  const { role, owner, unitsOut, quantity } = claimed;
  if (filedBy === "system") return lossTitle(unitsOut, quantity);
  const amount = dollarText(amountCents);
  const isOwner = role === "owner";
  if (status === "dismissed") return `${isOwner ? "You" : owner.firstName} claimed ${amount}`;
  if (isOpenClaim(status)) return `${isOwner ? "You claim" : `${owner.firstName} claims`} ${amount}`;
  const decided = dollarText(depositCents + cardCents);
  const awarded = `${isOwner ? "You were" : `${owner.firstName} was`} awarded ${decided}`;
  return decided === amount ? awarded : `${awarded} of the ${amount} claimed`;
}

/** The owner named the cost of a loss without an agreed value. */
export const namedText = ({ amountCents }: DamageClaimView, { role, owner }: Claimed): string =>
  `${role === "owner" ? "You ask" : `${owner.firstName} asks`} for ${dollarText(amountCents)}.`;

/** Where the claim stands, in one or two sentences. Never names a time to come that has passed. */
export function claimStatusText(claim: DamageClaimView, booking: Claimed, now = productNow()): string {
  const { role, renter, timezone } = booking;
  const isRenter = role === "renter";
  const card = isRenter ? "your card" : `${renter.firstName}’s card`;
  const { status, amountCents, cardCents, depositCents, collectedCents, chargeableAt, payBy } = claim;
  const decidedCents = depositCents + cardCents;
  switch (status) {
    case "open":
      if (amountCents === 0)
        return `${role === "owner" ? "Name" : `${booking.owner.firstName} can name`} what it costs to replace.`;
      return isRenter ? "Do you agree? Our team makes the final decision." : "Our team will decide.";
    case "agreed":
      return `${isRenter ? "You" : renter.firstName} agreed. Our team will decide.`;
    case "contested":
      return `${isRenter ? "You" : renter.firstName} contested it. Our team will decide.`;
    case "dismissed":
    case "withdrawn":
      return "Nothing is charged.";
    case "decided": {
      const deposit = depositCents > 0 ? `${dollarText(depositCents)} comes from the deposit.` : null;
      return [deposit, cardCents > 0 && cardText({ card, isRenter, cardCents, chargeableAt, payBy, timezone, now })]
        .filter(Boolean)
        .join(" ");
    }
    case "charged":
      return `${isRenter ? "You" : renter.firstName} paid ${dollarText(collectedCents)}.`;
    case "uncollectible": {
      const paid = collectedCents > 0 ? `${dollarText(collectedCents)} was paid. ` : "";
      return paid + unpaidCopy(decidedCents - collectedCents);
    }
  }
}

type CardPart = Pick<DamageClaimView, "cardCents" | "chargeableAt" | "payBy"> & {
  card: string;
  isRenter: boolean;
  timezone: string;
  now: number;
};

function cardText({ card, isRenter, cardCents, chargeableAt, payBy, timezone, now }: CardPart): string {
  const amount = dollarText(cardCents);
  if (isPast(payBy, now)) return `We couldn’t charge ${amount} to ${card} in time.`;
  if (payBy !== null) {
    const until = momentIn(payBy, timezone);
    return `We couldn’t charge ${amount} to ${card}. ${isRenter ? `You have until ${until} to pay it` : `It can be paid until ${until}`}.`;
  }
  if (isPast(chargeableAt, now)) return `We’re charging ${amount} to ${card}.`;
  const at = chargeableAt === null ? "soon" : `on ${momentIn(chargeableAt, timezone)}`;
  return `We’ll charge ${amount} to ${card} ${at}.${isRenter ? " You can pay earlier." : ""}`;
}

/** Shown to admins only. */
export const resolutionCopy = ({ resolution }: NonNullable<BookingDetailView["adminDecision"]>): string =>
  resolution === "owner_favor" ? "Decided for the owner" : "Decided for the renter";

/** The decided amount and its parts. */
export function claimLines(claim: DamageClaimView): { label: string; amount: string }[] {
  const { depositCents, cardCents, status, filedBy, amountCents } = claim;
  // Its title says that it wasn't returned, not what that costs.
  if (isOpenClaim(status) && filedBy === "system" && amountCents > 0) {
    return [{ label: "Claimed", amount: dollarText(amountCents) }];
  }
  if (isOpenClaim(status) || status === "dismissed") return [];
  return [
    { label: "Decided", amount: dollarText(depositCents + cardCents) },
    ...(cardCents > 0 && depositCents > 0
      ? [
          { label: "From the deposit", amount: dollarText(depositCents) },
          { label: "By card", amount: dollarText(cardCents) },
        ]
      : []),
  ];
}
