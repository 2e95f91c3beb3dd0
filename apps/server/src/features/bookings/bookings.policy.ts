import { depositThere } from "@nexby/domain/bookings/derived-statuses";
import type { BookingSnapshot } from "@nexby/domain/bookings/snapshot";
import { areContactsShared } from "@nexby/domain/bookings/statuses";
import { type BookingRefusal, isRenterOrOwnerOf } from "@nexby/domain/bookings/transitions";
import { type AgreedLimit, decidableDamage, decidableLoss } from "@nexby/domain/damage/damage-claims";
import { owedOf } from "@nexby/domain/late-fees/late-fee-collection";
import { lostUnits } from "@nexby/domain/returns/returned-units";
import type { Viewer } from "../../platform/auth.ts";
import { AppError } from "../../platform/errors.ts";
import type { Booking } from "../../schema/bookings.ts";

type Participants = Pick<Booking, "renterId" | "ownerId" | "ownerDecisionDeadline">;

/** Owners never learn of requests that weren't sent to them, even after those expire. */
export const isKnownToOwner = ({ ownerDecisionDeadline }: Pick<Booking, "ownerDecisionDeadline">): boolean =>
  ownerDecisionDeadline !== null;

/** Null for everyone except the renter and an owner who knows of the booking. */
export function roleIn(booking: Participants, personId: string): "renter" | "owner" | null {
  if (personId === booking.renterId) return "renter";
  return personId === booking.ownerId && isKnownToOwner(booking) ? "owner" : null;
}

/** Admins can't decide on bookings in which they are the renter or the owner. */
export function assertNotInvolved(booking: Pick<Booking, "renterId" | "ownerId">, personId: string): void {
  if (isRenterOrOwnerOf(booking, personId)) {
    throw new AppError("forbidden", "This is your own booking. Another admin has to decide.");
  }
}

/** Null when the viewer may not see the booking. Admins involved in a booking see it as its renter or owner. */
export function viewOf(booking: Booking, viewer: Viewer): "renter" | "owner" | "admin" | null {
  if (isRenterOrOwnerOf(booking, viewer.id)) return roleIn(booking, viewer.id);
  return viewer.isAdmin ? "admin" : null;
}

/** The one threshold for the other person's address and phone number. Admins see neither. */
export const isContactShown = ({
  role,
  booking,
}: {
  role: "renter" | "owner" | "admin";
  booking: Pick<Booking, "status">;
}): boolean => role !== "admin" && areContactsShared(booking.status);

/** From approval until the item is back at the place of the handoff. */
const WITH_INSTRUCTIONS: ReadonlySet<Booking["status"]> = new Set(["approved", "scheduled", "in_possession"]);

/** Instructions for the handoff are for renter and owner only, like the address. */
export const areInstructionsShown = (shown: Parameters<typeof isContactShown>[0]): boolean =>
  isContactShown(shown) && WITH_INSTRUCTIONS.has(shown.booking.status);

/** The renter at deliveries, the owner otherwise: it is their place, or their item that is brought to a meetup. */
export const canSetInstructions = (
  role: "renter" | "owner" | "admin",
  { status, exchangeType }: Pick<Booking, "status" | "exchangeType">,
): boolean => WITH_INSTRUCTIONS.has(status) && role === (exchangeType === "delivery" ? "renter" : "owner");

const MESSAGES: Record<BookingRefusal, string> = {
  not_from_here: "This booking has changed. Reload the page to see its current status.",
  not_yours: "You don't have permission to do this",
  in_review: "We're still reviewing this request",
  not_authorized: "The card isn't authorized yet",
  too_late: "It's too late to do this",
  too_early: "It's too early to do this",
  payment_missing: "The rental hasn't been paid yet",
  payment_disputed: "The renter's bank is disputing the payment. Don't hand over the item until that's settled.",
  pickup_open: "The pickup time isn't confirmed yet",
  agreement_unsigned: "The agreement isn't signed yet",
  deposit_missing: "The deposit hold isn't in place yet",
  claim_open: "A damage claim is still open",
  handover_reported:
    "The owner marked this item as handed over, so you can't cancel. If you don't have it, dispute the handoff or report a no-show.",
  no_show_reported:
    "The renter reported that you didn't show up. If you did, contest the report, and our team will decide.",
  item_there: "The item was available for this booking",
  handoff_undisputed: "The renter doesn't dispute this handoff",
  handoff_disputed: "The renter disputes this handoff. Our team will decide.",
  return_unconfirmed: "Return it to the owner, who confirms it, or confirm it together with a return code.",
  receipt_photo_missing: "Report the item's condition with at least one photo, then confirm receipt",
};

export const refusalMessage = (refusal: BookingRefusal | null): string | undefined =>
  refusal ? MESSAGES[refusal] : undefined;

type Agreed = Pick<Booking, "priceBreakdown" | "chargeConsentVersion">;

/** Before there is a claim, the whole deposit counts: a hold that has lapsed is placed again for a claim. */
const limitOf = ({ priceBreakdown, chargeConsentVersion }: Agreed, snapshot: BookingSnapshot): AgreedLimit => ({
  damageLimitCents: priceBreakdown.damageLimitCents,
  chargeConsentVersion,
  depositThereCents: snapshot.claim ? depositThere(snapshot) : snapshot.depositCents,
});

/** The most an admin can decide for a loss now, by what the renter agreed to at checkout. */
export function lossLimitNow(agreed: Agreed, snapshot: BookingSnapshot): number {
  const { lateFee, quantity } = snapshot;
  return decidableLoss(limitOf(agreed, snapshot), {
    loss: agreed.priceBreakdown.loss,
    units: { lost: lostUnits(snapshot), quantity },
    lateFee: { cappedCents: lateFee?.cappedCents ?? 0, owedCents: lateFee === null ? 0 : owedOf(lateFee) },
  });
}

/** The most an admin can decide for the claim now, or the most that can be claimed for damage if there is none yet. */
export const damageLimitNow = (agreed: Agreed, snapshot: BookingSnapshot): number =>
  snapshot.claim?.isLoss ? lossLimitNow(agreed, snapshot) : decidableDamage(limitOf(agreed, snapshot));
