import type { TestPayments } from "./test-payments.ts";

/** Calls the provider like the card form: with the publishable key, at the browsers' URL. */
export function browserOf({ deps, sandbox }: TestPayments, origin = sandbox.origin) {
  const headers = { authorization: `Bearer ${deps.cardEntry.publishableKey}` };
  const send = (path: string, form: Record<string, string>) =>
    fetch(`${origin}/sandbox/v1/${path}`, { method: "POST", headers, body: new URLSearchParams(form) });

  return {
    /** Returns the card's id. */
    createCard: async (number = "4242424242424242"): Promise<string> => {
      const form = { type: "card", "card[exp_month]": "12", "card[exp_year]": "2040", "card[cvc]": "123" };
      const response = await send("payment_methods", { ...form, "card[number]": number });
      const { id } = (await response.json()) as { id?: string };
      if (!id) throw new Error(`The card sandbox answered ${response.status}`);
      return id;
    },
    /** For setup intents and payment intents. */
    confirm: (clientSecret: string, cardId: string): Promise<Response> => {
      const [intentId = ""] = clientSecret.split("_secret_");
      const path = intentId.startsWith("seti_") ? "setup_intents" : "payment_intents";
      return send(`${path}/${intentId}/confirm`, { client_secret: clientSecret, payment_method: cardId });
    },
  };
}

/** Saves a customer's card directly at the provider, bypassing our API. */
export async function saveCard(payments: TestPayments, customerId: string): Promise<string> {
  const browser = browserOf(payments);
  const cardId = await browser.createCard();
  const setup = await payments.deps.payments.createSetupIntent({ key: crypto.randomUUID(), customerId });
  const response = await browser.confirm(setup.clientSecret ?? "", cardId);
  if (!response.ok) throw new Error(await response.text());
  return cardId;
}
