import { PAYOUT_STATUSES } from "@nexby/domain/bookings/statuses";
import { z } from "zod";
import { password } from "../accounts/account-fields.ts";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery, wholeNumber } from "../fields.ts";

const HOUR = 60 * 60;

/** `none` until the first account is started; `disconnected` when its owner revoked our access at the provider. */
const PAYOUT_STATES = ["none", "information_needed", "pending", "ready", "rejected", "disconnected"] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

const payoutAccountView = namedObject("PayoutAccount", {
  state: z.enum(PAYOUT_STATES),
  bankLast4: z.string().nullable().describe("The last digits of the bank account number"),
  canBeChanged: z
    .boolean()
    .describe("Whether it can be changed in the provider's dashboard or replaced. Both require the password"),
  checkedAt: z.iso.datetime().nullable().describe("When the provider last reported it"),
  failedPayout: z
    .object({ amountCents: z.int().positive(), failedAt: z.iso.datetime() })
    .nullable()
    .describe("The last payout to the bank account, if the bank rejected it"),
});
export type PayoutAccountView = z.infer<typeof payoutAccountView>;

const providerPage = namedObject("ProviderPage", {
  url: z.string().describe("A page at the provider. It can be opened once and expires within minutes"),
});

export const getPayoutAccount = endpoint({
  method: "GET",
  path: "/api/payouts/account",
  summary: "Get your payout account",
  access: "signed-in",
  response: payoutAccountView,
  errors: [],
});

/*
 * These endpoints call the provider, and no transaction may wait for that, so their outcome is not stored under an
 * Idempotency-Key. Keys of our own make sure that each provider call takes effect only once.
 */

export const syncPayoutAccount = endpoint({
  method: "POST",
  path: "/api/payouts/account/refresh",
  summary: "Refresh your payout account from the provider",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: HOUR }],
  isOutcomeSecret: true,
  response: payoutAccountView,
  errors: ["service_unavailable"],
});

export const startPayoutOnboarding = endpoint({
  method: "POST",
  path: "/api/payouts/onboarding",
  summary: "Start or continue payout onboarding",
  access: "approved",
  limits: [{ per: "account", times: 20, seconds: HOUR }],
  isOutcomeSecret: true,
  response: providerPage,
  errors: ["action_not_allowed", "profile_incomplete", "service_unavailable"],
});

export const openPayoutDashboard = endpoint({
  method: "POST",
  path: "/api/payouts/dashboard",
  summary: "Get a link to the provider's dashboard. The owner gets an email",
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
  summary: "Replace your payout account. The owner gets an email",
  access: "approved",
  limits: [{ per: "account", times: 5, seconds: HOUR }],
  isOutcomeSecret: true,
  body: z.object({ password }),
  response: providerPage,
  errors: ["validation_failed", "action_not_allowed", "profile_incomplete", "too_many_requests", "service_unavailable"],
});

const MAX_MONTHS = 36;

const month = z.string().regex(/^\d{4}-\d{2}$/);

/** Amounts come from the ledger: after commission, including refunds, damages and penalties. */
const earningsView = namedObject("Earnings", {
  totals: z.object({
    earnedCents: z.int().describe("From all ended rentals"),
    paidOutCents: z.int(),
    onItsWayCents: z.int().describe("From ended rentals, not paid out yet"),
    onHoldCents: z.int().describe("Held while a claim or dispute is open"),
    upcomingCents: z.int().describe("Paid by renters for rentals that haven't ended"),
    owedCents: z.int().describe("What you owe. We deduct it from your next payouts"),
  }),
  months: z
    .array(
      z.object({
        month: month.describe("The month in which rentals ended, in each item's time zone"),
        earnedCents: z.int(),
        items: z.array(z.object({ itemId: z.uuid(), earnedCents: z.int() })),
      }),
    )
    .describe("Every requested month, the current one last"),
  items: z
    .array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        earnedCents: z.int().describe("In these months"),
        rentalCount: z.int().positive(),
      }),
    )
    .describe("Items with earnings or costs in these months, highest first"),
  firstYear: z.int().nullable().describe("The year of your first paid rental, and of the first statement"),
  isPayoutReady: z.boolean().describe("Whether your payout account is ready"),
});
export type EarningsView = z.infer<typeof earningsView>;

export const getEarnings = endpoint({
  method: "GET",
  path: "/api/owner/earnings",
  summary: "Get your earnings by month and item",
  access: "signed-in",
  query: z.object({ months: wholeNumber("Months", { least: 1, most: MAX_MONTHS }).default(12) }),
  response: earningsView,
  errors: ["validation_failed"],
});

const payoutView = namedObject("Payout", {
  id: z.uuid(),
  kind: z.enum(["transfer", "reversal"]).describe("A reversal takes back a transfer"),
  status: z.enum(["pending", "paid", "failed"]),
  amountCents: z.int().positive(),
  bookingId: z.uuid(),
  startDate: z.string(),
  endDate: z.string(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  payoutStatus: z.enum(PAYOUT_STATUSES).describe("For the whole booking"),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});
export type PayoutView = z.infer<typeof payoutView>;

export const listPayouts = endpoint({
  method: "GET",
  path: "/api/owner/payouts",
  summary: "List your payouts, newest first",
  access: "signed-in",
  query: z.object(pageQuery),
  response: z.array(payoutView),
  errors: ["validation_failed"],
});

export const exportEarnings = endpoint({
  method: "GET",
  path: "/api/owner/earnings.csv",
  summary: "Download a year of earnings as CSV",
  access: "signed-in",
  limits: [{ per: "account", times: 60, seconds: HOUR }],
  query: z.object({
    year: wholeNumber("Year", { least: 2000, most: 2999 }).optional().describe("Defaults to the current year"),
  }),
  mediaType: "text/csv; charset=utf-8",
  response: z.file(),
  errors: ["validation_failed"],
});
