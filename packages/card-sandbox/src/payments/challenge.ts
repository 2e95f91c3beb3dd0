import type { Context } from "../http/call.ts";
import { Refusal } from "../http/refusals.ts";
import { find, get, type Kept } from "../store.ts";
import { chargeIntent, failIntent } from "./charge-intent.ts";
import { failSetup, finishSetup } from "./confirm-setup.ts";
import { requiredIdOf } from "./parts.ts";

type Subject =
  | { kind: "payment_intent"; kept: Kept<"payment_intent"> }
  | { kind: "setup_intent"; kept: Kept<"setup_intent"> };

export type Challenge = Subject & {
  method: Kept<"payment_method">;
  /** Null when a card is only saved. */
  amount: number | null;
  last4: string;
  returnUrl: string | null;
};

const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

/** What waits for the cardholder, by the secret only they were given. */
export async function findChallenge(context: Context, secret: string): Promise<Challenge | null> {
  const [id = ""] = secret.split("_secret_");
  const subject = await findSubject(context, id);
  if (!subject || subject.kept.body.client_secret !== secret || subject.kept.body.status !== "requires_action")
    return null;
  const method = await get(context, "payment_method", requiredIdOf(subject.kept.body.payment_method));
  return {
    ...subject,
    method,
    amount: subject.kind === "payment_intent" ? subject.kept.body.amount : null,
    last4: method.body.card?.last4 ?? "",
    returnUrl: subject.kept.facts.returnUrl,
  };
}

async function findSubject(context: Context, id: string): Promise<Subject | null> {
  const payment = await find(context, "payment_intent", id);
  if (payment) return { kind: "payment_intent", kept: payment };
  const setup = await find(context, "setup_intent", id);
  return setup && { kind: "setup_intent", kept: setup };
}

/** Goes on where the confirmation stopped, and says where the browser goes. */
export async function concludeChallenge(
  context: Context,
  challenge: Challenge,
  isPassed: boolean,
): Promise<{ url: string | null; isSuccess: boolean }> {
  const isSuccess = await attempt(context, challenge, isPassed);
  if (challenge.returnUrl === null) return { url: null, isSuccess };
  const { id, client_secret: secret } = challenge.kept.body;
  const url = new URL(challenge.returnUrl);
  url.searchParams.set(challenge.kind, id);
  url.searchParams.set(`${challenge.kind}_client_secret`, secret ?? "");
  url.searchParams.set("redirect_status", isSuccess ? "succeeded" : "failed");
  return { url: url.href, isSuccess };
}

async function attempt(context: Context, challenge: Challenge, isPassed: boolean): Promise<boolean> {
  const { method } = challenge;
  const refusal = (code: string) => ({ code, declineCode: "authentication_not_handled", message: NOT_AUTHENTICATED });
  try {
    if (challenge.kind === "payment_intent") {
      const { kept } = challenge;
      if (isPassed) await chargeIntent(context, kept, method, { isAuthenticated: true });
      else await failIntent(context, kept.body, method.body, refusal("payment_intent_authentication_failure"));
    } else if (isPassed) await finishSetup(context, challenge.kept, method);
    else await failSetup(context, challenge.kept.body, method.body, refusal("setup_intent_authentication_failure"));
    return true;
  } catch (error) {
    // The bank's refusal is on record; the browser learns it from the intent.
    if (error instanceof Refusal && error.isEffectKept) return false;
    throw error;
  }
}
