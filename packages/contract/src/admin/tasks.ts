import { DAMAGE_SEVERITIES, DAMAGE_TYPES } from "@nexby/domain/damage/damage-claim-statuses";
import { MESSAGE_TYPES, REPORT_REASONS } from "@nexby/domain/messaging/conversations";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";

const person = z.object({ id: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() });
const member = person.extend({ isSuspended: z.boolean() });

const suspendedBookingView = namedObject("SuspendedBooking", {
  id: z.uuid(),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  timezone: z.string(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  renter: member,
  owner: member,
  refundCents: z.int().positive().describe("The full refund, as the cancel endpoint expects it"),
  isCharged: z.boolean(),
  allowedActions: z.array(z.enum(["cancel"])),
});
export type SuspendedBookingView = z.infer<typeof suspendedBookingView>;

export const listSuspendedBookings = endpoint({
  method: "GET",
  path: "/api/admin/suspended-bookings",
  summary: "List confirmed bookings whose renter or owner is suspended, soonest first",
  access: "admin",
  response: z.array(suspendedBookingView),
  errors: [],
});

const failedRefundView = namedObject("FailedRefund", {
  id: z.uuid(),
  bookingId: z.uuid(),
  description: z.string().describe("The item, or the item's deposit"),
  payer: person.extend({ email: z.string() }),
  amountCents: z.int().positive(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  cause: z
    .enum(["sent_back", "refused", "balance_too_low"])
    .describe("Returned by the bank, declined by the card provider, or waiting for funds in our balance"),
  createdAt: z.iso.datetime(),
  allowedActions: z.array(z.enum(["mark_paid"])),
});
export type FailedRefundView = z.infer<typeof failedRefundView>;

export const listFailedRefunds = endpoint({
  method: "GET",
  path: "/api/admin/failed-refunds",
  summary: "List refunds that an admin must pay another way or add money for, oldest first",
  access: "admin",
  response: z.array(failedRefundView),
  errors: [],
});

const REFERENCE_MESSAGE = "Please enter how you paid it, such as a check number";

export const markRefundPaid = endpoint({
  method: "POST",
  path: "/api/admin/failed-refunds/:refundId/paid",
  summary: "Record that a refund was paid another way",
  access: "admin",
  params: z.object({ refundId: z.uuid() }),
  body: z.object({
    reference: z
      .string({ error: REFERENCE_MESSAGE })
      .trim()
      .min(1, REFERENCE_MESSAGE)
      .max(200, "Please use at most 200 characters"),
  }),
  response: z.object({}),
  errors: ["validation_failed", "not_found", "forbidden", "action_not_allowed"],
});

/** Why the owner's money can't be sent: the state of their payout account, or what else prevents it. */
const WAITING_REASONS = [
  "no_account",
  "information_needed",
  "pending",
  "rejected",
  "disconnected",
  "suspended",
  "transfer_failed",
] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

const waitingPayoutView = namedObject("WaitingPayout", {
  bookingId: z.uuid(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  owner: person.extend({ email: z.string() }),
  amountCents: z.int().positive(),
  waitingSince: z.iso.datetime().describe("When the payout was due"),
  reason: z.enum(WAITING_REASONS),
});
export type WaitingPayoutView = z.infer<typeof waitingPayoutView>;

export const listWaitingPayouts = endpoint({
  method: "GET",
  path: "/api/admin/waiting-payouts",
  summary: "List payouts that are due but can't be sent, longest wait first",
  access: "admin",
  query: z.object(pageQuery),
  response: z.array(waitingPayoutView),
  errors: ["validation_failed"],
});

const undecidedClaimView = namedObject("UndecidedClaim", {
  bookingId: z.uuid(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  renter: person,
  owner: person,
  status: z.enum(["open", "agreed", "contested"]).describe("What the renter says about it"),
  damageType: z.enum(DAMAGE_TYPES),
  severity: z.enum(DAMAGE_SEVERITIES),
  amountCents: z.int().nonnegative(),
  notes: z.string(),
  photoCount: z.int().nonnegative(),
  contestReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  allowedActions: z.array(z.enum(["resolve"])),
});
export type UndecidedClaimView = z.infer<typeof undecidedClaimView>;

export const listUndecidedClaims = endpoint({
  method: "GET",
  path: "/api/admin/damage-claims",
  summary: "List damage claims that wait for a decision, oldest first",
  access: "admin",
  response: z.array(undecidedClaimView),
  errors: [],
});

const contestedLateFeeView = namedObject("ContestedLateFee", {
  bookingId: z.uuid(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  renter: person,
  owner: person,
  daysLate: z.int().positive(),
  owedCents: z.int().positive(),
  reason: z.string().describe("Why the renter contests it"),
  contestedAt: z.iso.datetime(),
  allowedActions: z.array(z.enum(["decide_late_fee"])),
});
export type ContestedLateFeeView = z.infer<typeof contestedLateFeeView>;

export const listContestedLateFees = endpoint({
  method: "GET",
  path: "/api/admin/contested-late-fees",
  summary: "List late fees that renters contest, oldest first",
  access: "admin",
  response: z.array(contestedLateFeeView),
  errors: [],
});

/** What the owner can lose while an admin is awaited. */
const atRisk = {
  amountAtRiskCents: z.int().nonnegative().describe("What the deposit can pay, or could before its hold ended"),
  holdEndsAt: z.iso.datetime().nullable().describe("When the bank ends the current hold; null without one"),
};

const disputedHandoffView = namedObject("DisputedHandoff", {
  bookingId: z.uuid(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  renter: person,
  owner: person,
  reason: z.string().describe("What the renter says happened"),
  disputedAt: z.iso.datetime(),
  refundCents: z.int().positive().describe("The full refund if it wasn't handed over"),
  ...atRisk,
  allowedActions: z.array(z.enum(["uphold_handoff", "reject_handoff"])),
});
export type DisputedHandoffView = z.infer<typeof disputedHandoffView>;

export const listDisputedHandoffs = endpoint({
  method: "GET",
  path: "/api/admin/disputed-handoffs",
  summary: "List handoffs that renters dispute, oldest first",
  access: "admin",
  response: z.array(disputedHandoffView),
  errors: [],
});

const waitingCaseView = namedObject("WaitingCase", {
  bookingId: z.uuid(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  renter: person,
  owner: person,
  reason: z
    .enum(["no_show", "unreported", "deposit_lapsed"])
    .describe("A contested no-show, a rental that nobody reported, or a claim or late fee without its deposit"),
  waitingSince: z.iso.datetime(),
  ...atRisk,
  renewalsLeft: z.int().nonnegative().describe("How often the hold is renewed before it is released"),
  allowedActions: z.array(z.enum(["cancel", "retry_deposit", "give_up_deposit"])),
});
export type WaitingCaseView = z.infer<typeof waitingCaseView>;

export const listWaitingCases = endpoint({
  method: "GET",
  path: "/api/admin/waiting-cases",
  summary: "List contested no-shows, unreported rentals and lapsed deposits that wait for a decision, oldest first",
  access: "admin",
  response: z.array(waitingCaseView),
  errors: [],
});

const side = z.enum(["renter", "owner"]);

const reportedConversationView = namedObject("ReportedConversation", {
  id: z.uuid(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  bookingId: z.uuid().nullable(),
  renter: member,
  owner: member,
  reports: z.array(
    z.object({ by: side, reason: z.enum(REPORT_REASONS), notes: z.string(), createdAt: z.iso.datetime() }),
  ),
  stoppedAt: z.iso.datetime().nullable().describe("When an admin stopped it; nobody can write in it since"),
  allowedActions: z.array(z.enum(["read", "stop", "allow"])).describe("None in your own conversations"),
});
export type ReportedConversationView = z.infer<typeof reportedConversationView>;

export const listReportedConversations = endpoint({
  method: "GET",
  path: "/api/admin/reported-conversations",
  summary: "List conversations with open reports, longest wait first, then those that an admin stopped",
  access: "admin",
  response: z.array(reportedConversationView),
  errors: [],
});

const reported = { access: "admin", params: z.object({ conversationId: z.uuid() }) } as const;

const reportedMessageView = namedObject("ReportedMessage", {
  id: z.uuid(),
  type: z.enum(MESSAGE_TYPES),
  by: side.nullable().describe("Null for booking events"),
  content: z.string(),
  photo: z.object({ url: z.string(), width: z.int().positive(), height: z.int().positive() }).nullable(),
  createdAt: z.iso.datetime(),
});
export type ReportedMessageView = z.infer<typeof reportedMessageView>;

export const readReportedConversation = endpoint({
  ...reported,
  method: "POST",
  path: "/api/admin/reported-conversations/:conversationId/read",
  summary: "Read the latest messages of a reported conversation as they were written. The audit log names the reader",
  response: z.array(reportedMessageView).describe("In the order of the conversation"),
  errors: ["not_found", "forbidden"],
});

const REASON_MESSAGE = "Please give a reason";

export const decideOnConversation = endpoint({
  ...reported,
  method: "POST",
  path: "/api/admin/reported-conversations/:conversationId/decision",
  summary: "Stop a conversation so that nobody can write in it, or allow it. Both answer its reports",
  body: z.object({
    decision: z.enum(["stop", "allow"], { error: "Decision must be stop or allow" }),
    reason: z
      .string({ error: REASON_MESSAGE })
      .trim()
      .min(1, REASON_MESSAGE)
      .max(2000, "Please use at most 2,000 characters")
      .describe("For admins only"),
  }),
  response: z.object({}),
  errors: ["validation_failed", "not_found", "forbidden"],
});
