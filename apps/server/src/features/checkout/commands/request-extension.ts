import type { requestExtension as contract } from "@nexby/contract/bookings/checkout";
import type { z } from "zod";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  asRenterOrOwner,
  EXTENSION_MESSAGES,
  openExtension,
  runBookingCommand,
  type StepContext,
} from "../../bookings/public.ts";
import { type ExtensionOffer, extensionOffers, refusalSentence } from "../extension-offers.ts";

const OTHER_DAY = "The rental can't be extended to this day. Choose another one.";

type Request = z.output<typeof contract.body> & { bookingId: string };

/** Holds the additional days and opens their payment, which the renter confirms next. */
export const requestExtension = (
  db: Db,
  payments: Pick<PaymentsPort, "environment">,
  viewer: Viewer,
  request: Request,
) =>
  runBookingCommand(db, payments, request.bookingId, async (context) => {
    const actor = asRenterOrOwner(context, viewer);
    if (actor.role !== "renter") throw new AppError("action_not_allowed", EXTENSION_MESSAGES.not_yours);
    const offer = await acceptedOffer(context, request);
    await openExtension(context, actor, { ...offer, message: request.message });
  });

/** Throws when the day isn't possible or the displayed price is wrong. */
async function acceptedOffer(context: StepContext, { endDate, totalCents }: Request): Promise<ExtensionOffer> {
  const { refusal, offers, limit } = await extensionOffers(context.tx, context);
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
