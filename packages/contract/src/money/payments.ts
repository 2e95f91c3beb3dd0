import { PAYMENT_KINDS, PAYMENT_STATUSES } from "@nexby/domain/payments/payment-status";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";

export const getPaymentsConfig = endpoint({
  method: "GET",
  path: "/api/payments/config",
  summary: "Get the card provider's public settings",
  access: "public",
  response: z.object({
    kind: z.enum(["sandbox", "stripe"]),
    publishableKey: z.string(),
    sandboxUrl: z.string().nullable().describe("The base URL of the sandbox's calls and pages. Null with Stripe"),
  }),
  errors: [],
});

const paymentView = namedObject("Payment", {
  id: z.uuid(),
  kind: z.enum(PAYMENT_KINDS),
  bookingId: z.uuid(),
  status: z.enum(PAYMENT_STATUSES),
  currency: z.string(),
  amountCents: z.int().positive(),
  capturedCents: z.int().nonnegative(),
  refundedCents: z.int().nonnegative(),
  description: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  authExpiresAt: z.iso.datetime().nullable().describe("When the authorization expires"),
  createdAt: z.iso.datetime(),
  capturedAt: z.iso.datetime().nullable(),
});
export type PaymentView = z.infer<typeof paymentView>;

export const listPayments = endpoint({
  method: "GET",
  path: "/api/payments",
  summary: "List your payments, newest first",
  access: "signed-in",
  query: z.object(pageQuery),
  response: z.array(paymentView),
  errors: ["validation_failed"],
});

export const getPayment = endpoint({
  method: "GET",
  path: "/api/payments/:paymentId",
  summary: "Get one of your payments",
  access: "signed-in",
  params: z.object({ paymentId: z.uuid() }),
  response: paymentView,
  errors: ["not_found"],
});

const MAX_EVENT = 512 * 1024;

/** The body is kept as received, because the signature in the header covers its bytes. */
export const receiveProviderEvent = endpoint({
  method: "POST",
  path: "/api/webhooks/stripe",
  summary: "Receive an event from Stripe or the card sandbox",
  access: "public",
  maxBytes: MAX_EVENT,
  isOutcomeSecret: true,
  response: z.object({}),
  errors: ["malformed_request", "payload_too_large"],
});

const HOUR = 60 * 60;

/** All we know about a card. Its number goes from the browser to the provider and never reaches us. */
const savedCardView = namedObject("SavedCard", {
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
  summary: "List your saved cards",
  access: "signed-in",
  limits: [{ per: "account", times: 120, seconds: HOUR }],
  response: z.array(savedCardView),
  errors: ["service_unavailable"],
});

export const startCardSetup = endpoint({
  method: "POST",
  path: "/api/payments/cards",
  summary: "Start saving a card",
  access: "approved",
  // Limits the testing of stolen cards.
  limits: [{ per: "account", times: 20, seconds: HOUR }],
  isOutcomeSecret: true,
  response: z.object({ clientSecret: z.string().describe("Lets the browser confirm the card, and nothing else") }),
  errors: ["service_unavailable"],
});

export const removeSavedCard = endpoint({
  method: "DELETE",
  path: "/api/payments/cards/:cardId",
  summary: "Remove a saved card",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: HOUR }],
  isOutcomeSecret: true,
  params: z.object({ cardId: z.string().regex(/^[A-Za-z0-9_]{1,100}$/) }),
  response: z.object({}),
  errors: ["not_found", "service_unavailable"],
});

export const downloadReceipt = endpoint({
  method: "GET",
  path: "/api/payments/:paymentId/receipt",
  summary: "Download a payment's receipt as PDF",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: 60 * 60 }],
  params: z.object({ paymentId: z.uuid() }),
  mediaType: "application/pdf",
  response: z.file(),
  errors: ["not_found", "service_unavailable"],
});
