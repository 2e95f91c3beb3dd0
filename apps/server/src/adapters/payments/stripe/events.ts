import Stripe from "stripe";
import { ForgedEvent, type PaymentsPort, type ProviderEvent } from "../payments.port.ts";
import { after, callStripe, instantOf, MAX_PER_PAGE, pageOf, within } from "./stripe-client.ts";

type Events = Pick<PaymentsPort, "readEvent" | "listEvents">;

/** Maximum difference between a signature's timestamp and our clock, in seconds, either way. */
const TOLERANCE = 300;
const SIGNED_AT = /(?:^|,)t=(\d{1,12})(?:,|$)/;

const presentEvent = (event: Stripe.Event): ProviderEvent => {
  const { object } = event.data;
  return {
    id: event.id,
    type: event.type,
    objectType: object.object,
    // Objects without an id, such as a balance, use the event's id.
    objectId: "id" in object && typeof object.id === "string" ? object.id : event.id,
    accountId: event.account ?? null,
    occurredAt: instantOf(event.created),
  };
};

/** The library rejects only old signatures. */
function rejectFuture(signature: string): void {
  const seconds = Number(SIGNED_AT.exec(signature)?.[1] ?? Number.NaN);
  if (!(seconds - Date.now() / 1000 <= TOLERANCE)) throw new ForgedEvent("Signed in the future");
}

/** Tries every secret: events of payout accounts are signed with a separate one. */
function verifyEvent(stripe: Stripe, body: Buffer, signature: string, secrets: readonly string[]): Stripe.Event {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE);
    } catch (error) {
      const isOtherSecret = error instanceof Stripe.errors.StripeSignatureVerificationError;
      if (!isOtherSecret) throw new ForgedEvent("Not an event", { cause: error });
    }
  }
  throw new ForgedEvent("No signature of ours");
}

export const events = (stripe: Stripe, webhookSecrets: readonly string[]): Events => ({
  readEvent: (body, signature) => {
    rejectFuture(signature);
    const event = verifyEvent(stripe, body, signature, webhookSecrets);
    try {
      return presentEvent(event);
    } catch (error) {
      throw new ForgedEvent("Not an event", { cause: error });
    }
  },
  listEvents: async (range, cursor) => {
    const params = { ...within(range), ...after(cursor), limit: MAX_PER_PAGE };
    return pageOf(await callStripe("read", stripe.events.list(params)), presentEvent);
  },
});
