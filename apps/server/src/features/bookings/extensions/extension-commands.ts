import type { requestExtension as contract } from "@nexby/contract/bookings/extensions";
import { openExtensionOf } from "@nexby/domain/extensions/extension-rules";
import type { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import type { Booking } from "../../../schema/bookings.ts";
import type { StepContext } from "../lifecycle/booking-state.ts";
import type { RenterOrOwner } from "../run-booking-command.ts";
import { type ExtensionOffer, extensionOffers, type FindItemFacts, refusalSentence } from "./extension-offers.ts";
import { approveExtension as approve, EXTENSION_MESSAGES, endExtension, openExtension } from "./extension-steps.ts";

const OTHER_DAY = "The rental can't be extended to this day. Choose another one.";

type Request = z.output<typeof contract.body>;

/** Holds the additional days and opens their payment, which the renter confirms next. */
export async function requestExtension(
  context: StepContext,
  actor: RenterOrOwner,
  findItemFacts: FindItemFacts,
  request: Request,
): Promise<void> {
  if (actor.role !== "renter") throw new AppError("action_not_allowed", EXTENSION_MESSAGES.not_yours);
  const offer = await acceptedOffer(context, findItemFacts, request);
  await openExtension(context, actor, { ...offer, message: request.message });
}

/** Throws when the day isn't possible or the displayed price is wrong. */
async function acceptedOffer(
  context: StepContext,
  findItemFacts: FindItemFacts,
  { endDate, totalCents }: Request,
): Promise<ExtensionOffer> {
  const { refusal, offers, limit } = await extensionOffers(context.tx, findItemFacts, context);
  if (refusal !== null) throw new AppError("action_not_allowed", EXTENSION_MESSAGES[refusal]);
  const offer = offers.find((one) => one.endDate === endDate);
  if (!offer) {
    if (!limit || endDate < limit.endDate) throw new AppError("not_bookable", OTHER_DAY);
    const code = limit.code === "not_enough_units" ? "units_unavailable" : "not_bookable";
    throw new AppError(code, refusalSentence(limit.code, limit.endDate));
  }
  if (offer.price.totalCents !== totalCents) {
    const details = [{ field: "totalCents", message: String(offer.price.totalCents) }];
    throw new AppError("price_changed", undefined, { details });
  }
  return offer;
}

/** Nobody decides on another request than the one they saw. */
function shownExtension({ snapshot }: StepContext, extensionId: string) {
  const open = openExtensionOf(snapshot);
  if (open?.id !== extensionId) throw new AppError("action_not_allowed", EXTENSION_MESSAGES.not_from_here);
  return open;
}

type Decision = { extensionId: string };

export function approveExtension(
  context: StepContext,
  actor: RenterOrOwner,
  { extensionId }: Decision,
): Promise<Booking> {
  shownExtension(context, extensionId);
  return approve(context, actor);
}

export const declineExtension = (
  context: StepContext,
  actor: RenterOrOwner,
  { extensionId, reason }: Decision & { reason: string },
): Promise<Booking> => endExtension(context, actor, shownExtension(context, extensionId), "decline", reason);

export const withdrawExtension = (
  context: StepContext,
  actor: RenterOrOwner,
  { extensionId }: Decision,
): Promise<Booking> => endExtension(context, actor, shownExtension(context, extensionId), "withdraw");
