import type { Context } from "../http/call.ts";
import { Refusal } from "../http/refusals.ts";
import { find, get, type Kept } from "../store.ts";
import { chargeIntent, failIntent } from "./charge-intent.ts";
import { failSetup, finishSetup } from "./confirm-setup.ts";
import { requiredIdOf } from "./payment-methods.ts";

type Subject =
  | { kind: "payment_intent"; stored: Kept<"payment_intent"> }
  | { kind: "setup_intent"; stored: Kept<"setup_intent"> };

export type Challenge = Subject & {
  method: Kept<"payment_method">;
  /** Null when the card is only being saved. */
  amount: number | null;
  last4: string;
  returnUrl: string | null;
};

const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** Finds the intent that awaits authentication, by the secret only the cardholder was given. */
export async function findChallenge(context: Context, secret: string): Promise<Challenge | null> {
  const [id = ""] = secret.split("_secret_");
  const subject = await findSubject(context, id);
  if (!subject || subject.stored.body.client_secret !== secret || subject.stored.body.status !== "requires_action")
    return null;
  const method = await get(context, "payment_method", requiredIdOf(subject.stored.body.payment_method));
  return {
    ...subject,
    method,
    amount: subject.kind === "payment_intent" ? subject.stored.body.amount : null,
    last4: method.body.card?.last4 ?? "",
    returnUrl: subject.stored.facts.returnUrl,
  };
}

async function findSubject(context: Context, id: string): Promise<Subject | null> {
  const payment = await find(context, "payment_intent", id);
  if (payment) return { kind: "payment_intent", stored: payment };
  const setup = await find(context, "setup_intent", id);
  return setup && { kind: "setup_intent", stored: setup };
}

/** Continues the confirmation and returns where the browser goes next. */
export async function concludeChallenge(
  context: Context,
  challenge: Challenge,
  isPassed: boolean,
): Promise<{ url: string | null; isSuccess: boolean }> {
  const isSuccess = await attempt(context, challenge, isPassed);
  if (challenge.returnUrl === null) return { url: null, isSuccess };
  const { id, client_secret: secret } = challenge.stored.body;
  const url = new URL(challenge.returnUrl);
  url.searchParams.set(challenge.kind, id);
  url.searchParams.set(`${challenge.kind}_client_secret`, secret ?? "");
  url.searchParams.set("redirect_status", isSuccess ? "succeeded" : "failed");
  return { url: url.href, isSuccess };
}

async function attempt(context: Context, challenge: Challenge, isPassed: boolean): Promise<boolean> {
  const { method } = challenge;
  const failure = (code: string) => ({ code, declineCode: "authentication_not_handled", message: NOT_AUTHENTICATED });
  try {
    if (challenge.kind === "payment_intent") {
      const { stored } = challenge;
      if (isPassed) await chargeIntent(context, stored, method, { isAuthenticated: true });
      else await failIntent(context, stored.body, method.body, failure("payment_intent_authentication_failure"));
    } else if (isPassed) await finishSetup(context, challenge.stored, method);
    else await failSetup(context, challenge.stored.body, method.body, failure("setup_intent_authentication_failure"));
    return true;
  } catch (error) {
    // The decline is on record; the browser learns about it from the intent.
    if (error instanceof Refusal && error.isEffectKept) return false;
    throw error;
  }
}
