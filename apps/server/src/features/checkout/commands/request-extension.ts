import type { requestExtension as contract } from "@nexby/contract/bookings/checkout";
import type { z } from "zod";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import type { BookingExtension } from "../../../schema/rentals.ts";
import {
  advanceBooking,
  asRenterOrOwner,
  EXTENSION_MESSAGES,
  loadContext,
  openExtension,
  type StepContext,
} from "../../bookings/public.ts";
import type { PaymentDeps } from "../../payments/public.ts";
import { type ExtensionOffer, extensionOffers, refusalSentence } from "../extension-offers.ts";
import { type PaymentToConfirm, startOpenPayment } from "./pay-booking.ts";

type Body = z.output<typeof contract.body>;

/**
 * Holds the additional days and returns what the browser needs to confirm their payment. Never call it in a
 * transaction, because it calls the provider. If that fails, the same request continues where it stopped.
 */
export async function requestExtension(
  deps: PaymentDeps,
  viewer: Viewer,
  bookingId: string,
  body: Body,
): Promise<PaymentToConfirm> {
  const extension = await deps.db.transaction((tx) => writeDraft(tx, deps, viewer, { ...body, bookingId }));
  return startOpenPayment(deps, extension.paymentId, "extension");
}

async function writeDraft(
  tx: Db,
  { payments }: PaymentDeps,
  viewer: Viewer,
  body: Body & { bookingId: string },
): Promise<BookingExtension> {
  const context = await loadContext(tx, payments, body.bookingId);
  const actor = asRenterOrOwner(context, viewer);
  if (actor.role !== "renter") throw new AppError("action_not_allowed", EXTENSION_MESSAGES.not_yours);
  const offer = await acceptedOffer(context, body);
  const extension = await openExtension(context, actor, { ...offer, message: body.message });
  await advanceBooking(tx, payments, body.bookingId);
  return extension;
}

/** Throws when the day isn't possible or the displayed price is wrong. */
async function acceptedOffer(context: StepContext, { endDate, totalCents }: Body): Promise<ExtensionOffer> {
  const { refusal, offers, limit } = await extensionOffers(context.tx, context);
  if (refusal !== null) throw new AppError("action_not_allowed", EXTENSION_MESSAGES[refusal]);
  const offer = offers.find((one) => one.endDate === endDate);
  if (!offer) {
    const code = limit?.code === "not_enough_units" ? "units_unavailable" : "not_bookable";
    throw new AppError(code, limit ? refusalSentence(limit.code, limit.endDate) : undefined);
  }
  if (offer.price.totalCents !== totalCents) {
    const details = [{ field: "totalCents", message: String(offer.price.totalCents) }];
    throw new AppError("price_changed", undefined, { details });
  }
  return offer;
}
