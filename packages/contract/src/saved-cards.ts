import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const HOUR = 60 * 60;

/** All we know of a card. Its number goes from the browser to the provider and never to us. */
const savedCardView = z.object({
  id: z.string(),
  brand: z.string().describe("visa, mastercard, amex and so on"),
  last4: z.string(),
  expiresMonth: z.int(),
  expiresYear: z.int(),
});
export type SavedCardView = z.infer<typeof savedCardView>;

export const listSavedCards = endpoint({
  method: "GET",
  path: "/api/payments/cards",
  summary: "One's saved cards",
  access: "signed-in",
  limits: [{ per: "account", times: 120, seconds: HOUR }],
  response: z.array(savedCardView),
  errors: ["service_unavailable"],
});

export const startCardSetup = endpoint({
  method: "POST",
  path: "/api/payments/cards",
  summary: "Lets the browser save a card at the provider",
  access: "approved",
  // Who tries stolen cards tries many.
  limits: [{ per: "account", times: 20, seconds: HOUR }],
  isOutcomeSecret: true,
  response: z.object({ clientSecret: z.string().describe("By which the browser confirms the card, and nothing else") }),
  errors: ["service_unavailable"],
});

export const removeSavedCard = endpoint({
  method: "DELETE",
  path: "/api/payments/cards/:cardId",
  summary: "Forgets a saved card",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: HOUR }],
  isOutcomeSecret: true,
  params: z.object({ cardId: z.string().regex(/^[A-Za-z0-9_]{1,100}$/) }),
  response: z.object({}),
  errors: ["not_found", "service_unavailable"],
});
