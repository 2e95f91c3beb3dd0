import type { TestPayments } from "./test-payments.ts";

/** As the card form talks to the provider: with the key that everybody may know, at the address browsers know. */
export function browserOf({ deps, sandbox }: TestPayments, origin = sandbox.origin) {
  const headers = { authorization: `Bearer ${deps.cardEntry.publishableKey}` };
  const send = (path: string, form: Record<string, string>) =>
    fetch(`${origin}/sandbox/v1/${path}`, { method: "POST", headers, body: new URLSearchParams(form) });

  return {
    /** What the card is called from then on. */
    createCard: async (number = "4242424242424242"): Promise<string> => {
      const form = { type: "card", "card[exp_month]": "12", "card[exp_year]": "2040", "card[cvc]": "123" };
      const response = await send("payment_methods", { ...form, "card[number]": number });
      const { id } = (await response.json()) as { id?: string };
      if (!id) throw new Error(`The card sandbox answered ${response.status}`);
      return id;
    },
    /** Of a card that is saved, or of a payment. */
    confirm: (clientSecret: string, cardId: string): Promise<Response> => {
      const [intentId = ""] = clientSecret.split("_secret_");
      const path = intentId.startsWith("seti_") ? "setup_intents" : "payment_intents";
      return send(`${path}/${intentId}/confirm`, { client_secret: clientSecret, payment_method: cardId });
    },
  };
}

/** Saves a card with a customer, past our own API. */
export async function saveCard(payments: TestPayments, customerId: string): Promise<string> {
  const browser = browserOf(payments);
  const cardId = await browser.createCard();
  const setup = await payments.deps.payments.createSetupIntent({ key: crypto.randomUUID(), customerId });
  const response = await browser.confirm(setup.clientSecret ?? "", cardId);
  if (!response.ok) throw new Error(await response.text());
  return cardId;
}
