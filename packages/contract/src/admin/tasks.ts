import { DAMAGE_SEVERITIES, DAMAGE_TYPES } from "@nexby/domain/damage/damage-claim-statuses";
import { FRAUD_DECISIONS } from "@nexby/domain/fraud/fraud-rules";
import { MESSAGE_TYPES, REPORT_REASONS } from "@nexby/domain/messaging/conversations";
import { z } from "zod";
import { receivedHelpMessageView } from "../content/support.ts";
import { endpoint } from "../endpoint.ts";
import { namedObject, pageQuery } from "../fields.ts";
import { moderatedReviewView } from "../reviews/reviews.ts";
import { accountView } from "./accounts.ts";
import { fraudAnalysisView } from "./fraud.ts";

const instant = z.iso.datetime();
const person = z.object({ id: z.uuid(), firstName: z.string().nullable(), lastName: z.string().nullable() });
const member = person.extend({ isSuspended: z.boolean() });
const listing = z.object({ id: z.uuid(), title: z.string() });

const side = z.enum(["renter", "owner"]);

const reportedConversationView = namedObject("ReportedConversation", {
  id: z.uuid(),
  item: z.object({ id: z.uuid(), title: z.string() }),
  bookingId: z.uuid().nullable(),
  renter: member,
  owner: member,
  reports: z.array(z.object({ by: side, reason: z.enum(REPORT_REASONS), notes: z.string(), createdAt: instant })),
  stoppedAt: instant.nullable().describe("When an admin stopped it; nobody can write in it since"),
  allowedActions: z.array(z.enum(["read", "stop", "allow"])).describe("None in your own conversations"),
});
export type ReportedConversationView = z.infer<typeof reportedConversationView>;

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
  waitingSince: instant.describe("When the payout was due"),
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

/** Why the viewing admin has nothing to decide, other than that the case is theirs. */
const NO_DECISIONS = ["involved", "bank_decides", "automatic"] as const;

/** Fields of every task. */
const common = {
  id: z.uuid().describe("The case's id. Unique within its kind"),
  since: instant.describe("Since when the case waits"),
  due: instant.nullable().describe("When the decision comes too late. Null when nothing ends by itself"),
  moneyAtStakeCents: z.int().nonnegative().nullable().describe("The amount that the decision is about"),
  link: z.string().describe("Path of the page that shows the case"),
  noDecision: z
    .enum(NO_DECISIONS)
    .nullable()
    .describe("Why `decisions` is empty: the case involves you, a bank decides first, or nobody has to decide"),
};

const rental = z.object({ bookingId: z.uuid(), item: listing, renter: member, owner: member });

type TaskParts<Subject, Decision, Details> = { subject: Subject; decision: Decision; details: Details };

/** "damage_claim" is described as DamageClaimTask. */
const nameOf = (kind: string): string =>
  `${kind.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Task`;

/** One kind of task: what it is about, what an admin can decide, and what they need to know for it. */
const taskOf = <
  const Kind extends string,
  Subject extends z.ZodType,
  Decision extends z.ZodType<string>,
  Details extends z.ZodType,
>(
  kind: Kind,
  { subject, decision, details }: TaskParts<Subject, Decision, Details>,
) => namedObject(nameOf(kind), { kind: z.literal(kind), ...common, subject, decisions: z.array(decision), details });

/** What the owner can lose while an admin is awaited. */
const hold = z.object({
  amountAtRiskCents: z.int().nonnegative().describe("What the deposit can pay, or could before its hold ended"),
  holdEndsAt: instant.nullable().describe("When the bank ends the current hold; null without one"),
  renewalsLeft: z.int().nonnegative().describe("How often the hold is renewed before it is released"),
});

const TASKS = [
  taskOf("fraud_review", { subject: rental, decision: z.enum(FRAUD_DECISIONS), details: fraudAnalysisView }),
  taskOf("account_approval", { subject: person, decision: z.enum(["approve", "suspend"]), details: accountView }),
  taskOf("suspended_booking", {
    subject: rental,
    decision: z.enum(["cancel"]),
    details: z.object({
      startAt: instant,
      timezone: z.string(),
      refundCents: z.int().positive().describe("The full refund, as the cancel endpoint expects it"),
      isCharged: z.boolean(),
    }),
  }),
  taskOf("disputed_handoff", {
    subject: rental,
    decision: z.enum(["uphold_handoff", "reject_handoff"]),
    details: hold.extend({ reason: z.string().describe("What the renter says happened") }),
  }),
  taskOf("contested_no_show", {
    subject: rental,
    decision: z.enum(["cancel"]),
    details: hold.extend({
      reportedBy: side.describe("Who says that the other didn't show up"),
      reason: z.string().describe("Why the other contests it"),
    }),
  }),
  taskOf("unreported_rental", { subject: rental, decision: z.enum(["cancel"]), details: hold }),
  taskOf("lapsed_deposit", { subject: rental, decision: z.enum(["retry_deposit", "give_up_deposit"]), details: hold }),
  taskOf("damage_claim", {
    subject: rental,
    decision: z.enum(["resolve"]),
    details: z.object({
      status: z.enum(["open", "agreed", "contested"]).describe("What the renter says about it"),
      damageType: z.enum(DAMAGE_TYPES),
      severity: z.enum(DAMAGE_SEVERITIES),
      amountCents: z.int().nonnegative(),
      notes: z.string(),
      photoCount: z.int().nonnegative(),
      contestReason: z.string().nullable(),
    }),
  }),
  taskOf("contested_late_fee", {
    subject: rental,
    decision: z.enum(["decide_late_fee"]),
    details: z.object({
      daysLate: z.int().positive(),
      owedCents: z.int().positive(),
      reason: z.string().describe("Why the renter contests it"),
    }),
  }),
  taskOf("failed_refund", {
    subject: rental,
    decision: z.enum(["mark_paid"]),
    details: z.object({
      description: z.string().describe("The item, or the item's deposit"),
      payer: person.extend({ email: z.string() }),
      amountCents: z.int().positive(),
      card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
      cause: z
        .enum(["sent_back", "refused", "balance_too_low"])
        .describe("Returned by the bank, declined by the card provider, or waiting for funds in our balance"),
    }),
  }),
  taskOf("waiting_payout", {
    subject: rental,
    decision: z.never(),
    details: waitingPayoutView.pick({ owner: true, reason: true }),
  }),
  taskOf("reported_review", { subject: rental, decision: z.enum(["hide", "keep"]), details: moderatedReviewView }),
  taskOf("reported_conversation", {
    subject: rental.extend({ bookingId: z.uuid().nullable() }),
    decision: z.enum(["read", "stop", "allow"]),
    details: reportedConversationView,
  }),
  taskOf("help_message", {
    subject: z.object({ name: z.string(), email: z.string() }),
    decision: z.enum(["update"]),
    details: receivedHelpMessageView,
  }),
] as const;

const adminTask = z.discriminatedUnion("kind", TASKS);
export type AdminTask = z.infer<typeof adminTask>;
export type AdminTaskKind = AdminTask["kind"];
export type TaskOf<Kind extends AdminTaskKind> = Extract<AdminTask, { kind: Kind }>;

/** Every kind of case that waits for an admin, in the order of the filter. */
const ADMIN_TASK_KINDS: readonly AdminTaskKind[] = TASKS.map(({ shape }) => shape.kind.value);

const kind = z.enum(ADMIN_TASK_KINDS, { error: "Kind must be the kind of a task" });

export const listAdminTasks = endpoint({
  method: "GET",
  path: "/api/admin/tasks",
  summary: "List everything that waits for an admin: what is due first, then the longest wait first",
  access: "admin",
  query: z.object({ kind: kind.optional().describe("Only tasks of this kind"), ...pageQuery }),
  response: z.array(adminTask),
  errors: ["validation_failed"],
});

/** A kind's count stops here: the badge says "99+". */
export const MOST_COUNTED_TASKS = 100;

export const countAdminTasks = endpoint({
  method: "GET",
  path: "/api/admin/tasks/counts",
  summary: "Count the tasks of each kind, up to 100",
  access: "admin",
  response: z.record(kind, z.int().min(0).max(MOST_COUNTED_TASKS)),
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

export const listStoppedConversations = endpoint({
  method: "GET",
  path: "/api/admin/stopped-conversations",
  summary: "List conversations that an admin stopped, last stopped first",
  access: "admin",
  query: z.object(pageQuery),
  response: z.array(reportedConversationView),
  errors: ["validation_failed"],
});

const reported = { access: "admin", params: z.object({ conversationId: z.uuid() }) } as const;

const reportedMessageView = namedObject("ReportedMessage", {
  id: z.uuid(),
  type: z.enum(MESSAGE_TYPES),
  by: side.nullable().describe("Null for booking events"),
  content: z.string(),
  photo: z.object({ url: z.string(), width: z.int().positive(), height: z.int().positive() }).nullable(),
  createdAt: instant,
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
