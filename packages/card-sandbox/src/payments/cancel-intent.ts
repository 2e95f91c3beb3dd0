import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import type { Context } from "../http/context.ts";
import { find, getBody, replace } from "../store/store.ts";
import { releaseHold } from "./capture-charge.ts";
import { idOf } from "./parts.ts";

type Reason = NonNullable<Stripe.PaymentIntent["cancellation_reason"]>;

/** Lets a hold go, if there is one, and ends the intent. */
export async function cancelIntent(
  context: Context,
  intent: Stripe.PaymentIntent,
  { reason, isExpired = false }: { reason: Reason | null; isExpired?: boolean },
): Promise<Stripe.PaymentIntent> {
  const charge = idOf(intent.latest_charge);
  if (intent.status === "requires_capture" && charge !== null) {
    const held = await getBody(context, "charge", charge);
    const released = await releaseHold(context, held, held.amount);
    await replace(context, "charge", released);
    await emit(context, isExpired ? "charge.expired" : "charge.refunded", released);
  }
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: "canceled",
    amount_capturable: 0,
    canceled_at: context.now,
    cancellation_reason: reason,
    next_action: null,
  };
  await replace(context, "payment_intent", canceled);
  await emit(context, "payment_intent.canceled", canceled);
  return canceled;
}

/** The bank has let go by itself; nothing to do when the intent was captured or canceled in time. */
export async function expireAuthorization(context: Context, intentId: string): Promise<void> {
  const found = await find(context, "payment_intent", intentId);
  if (found?.body.status !== "requires_capture") return;
  await cancelIntent(context, found.body, { reason: "automatic", isExpired: true });
}
