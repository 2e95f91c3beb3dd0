import Stripe from "stripe";
import { ForgedEvent, type PaymentsPort, type ProviderEvent } from "../payments.port.ts";
import { after, ask, instantOf, MAX_PER_PAGE, pageOf, within } from "./stripe-client.ts";

type Events = Pick<PaymentsPort, "readEvent" | "listEvents">;

/** How far the time of a signature may be from ours, in seconds, either way. */
const TOLERANCE = 300;
const SIGNED_AT = /(?:^|,)t=(\d{1,12})(?:,|$)/;

const presentEvent = (event: Stripe.Event): ProviderEvent => {
  const { object } = event.data;
  return {
    id: event.id,
    type: event.type,
    objectType: object.object,
    // Of what has no id, such as a balance, the event itself is all there is.
    objectId: "id" in object && typeof object.id === "string" ? object.id : event.id,
    accountId: event.account ?? null,
    occurredAt: instantOf(event.created),
  };
};

/** The library looks for signatures that are too old only. */
function refuseFuture(signature: string): void {
  const seconds = Number(SIGNED_AT.exec(signature)?.[1] ?? Number.NaN);
  if (!(seconds - Date.now() / 1000 <= TOLERANCE)) throw new ForgedEvent("Signed in the future");
}

/** By any of the secrets: what happens on payout accounts is signed with one of its own. */
function verified(stripe: Stripe, body: Buffer, signature: string, secrets: readonly string[]): Stripe.Event {
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
    refuseFuture(signature);
    const event = verified(stripe, body, signature, webhookSecrets);
    try {
      return presentEvent(event);
    } catch (error) {
      throw new ForgedEvent("Not an event", { cause: error });
    }
  },
  listEvents: async (range, cursor) => {
    const given = { ...within(range), ...after(cursor), limit: MAX_PER_PAGE };
    return pageOf(await ask("read", stripe.events.list(given)), presentEvent);
  },
});
