import { z } from "zod";
import { password } from "./account-fields.ts";
import { endpoint } from "./endpoint.ts";

const HOUR = 60 * 60;

/** `none` until the first one is begun; `disconnected` when its owner has taken it away from us at the provider. */
const PAYOUT_STATES = ["none", "information_needed", "pending", "ready", "rejected", "disconnected"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

const payoutAccountView = z.object({
  state: z.enum(PAYOUT_STATES),
  bankLast4: z.string().nullable().describe("The end of the bank account's number"),
  canBeChanged: z.boolean().describe("By the provider's dashboard or by another account, with the password"),
  checkedAt: z.iso.datetime().nullable().describe("When the provider last told"),
});
export type PayoutAccountView = z.infer<typeof payoutAccountView>;

const providerPage = z.object({
  url: z.string().describe("A page of the provider's, good for one visit within minutes"),
});

export const getPayoutAccount = endpoint({
  method: "GET",
  path: "/api/payouts/account",
  summary: "Where one's earnings go, as the provider last told",
  access: "signed-in",
  response: payoutAccountView,
  errors: [],
});

/*
 * These ask the provider, and no transaction may wait for that: their outcome is not kept under an Idempotency-Key. What
 * they cause there happens once by keys of our own.
 */

export const refreshPayoutAccount = endpoint({
  method: "POST",
  path: "/api/payouts/account/refresh",
  summary: "Asks the provider how far the payout account is",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: HOUR }],
  isOutcomeSecret: true,
  response: payoutAccountView,
  errors: ["service_unavailable"],
});

export const startPayoutOnboarding = endpoint({
  method: "POST",
  path: "/api/payouts/onboarding",
  summary: "Begins the payout account, or goes on with what is missing",
  access: "approved",
  limits: [{ per: "account", times: 20, seconds: HOUR }],
  isOutcomeSecret: true,
  response: providerPage,
  errors: ["action_not_allowed", "profile_incomplete", "service_unavailable"],
});

export const openPayoutDashboard = endpoint({
  method: "POST",
  path: "/api/payouts/dashboard",
  summary: "Leads to where the bank account can be changed, and tells the owner by mail",
  access: "approved",
  limits: [{ per: "account", times: 20, seconds: HOUR }],
  isOutcomeSecret: true,
  body: z.object({ password }),
  response: providerPage,
  errors: ["validation_failed", "action_not_allowed", "too_many_requests", "service_unavailable"],
});

export const replacePayoutAccount = endpoint({
  method: "POST",
  path: "/api/payouts/account/replacement",
  summary: "Begins another payout account in place of the one in use, and tells the owner by mail",
  access: "approved",
  limits: [{ per: "account", times: 5, seconds: HOUR }],
  isOutcomeSecret: true,
  body: z.object({ password }),
  response: providerPage,
  errors: ["validation_failed", "action_not_allowed", "profile_incomplete", "too_many_requests", "service_unavailable"],
});
