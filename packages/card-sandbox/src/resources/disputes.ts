import type Stripe from "stripe";
import { emit } from "../events/emit.ts";
import { call, named } from "../http/call.ts";
import { changeMetadata, clearable, flag, metadata, shape, text } from "../http/fields.ts";
import { listDocuments, PAGING_BY_DATE } from "../http/lists.ts";
import { invalid } from "../http/refusals.ts";
import { closeDispute } from "../payments/disputes.ts";
import { get, getBody, replace, schedule } from "../store.ts";

const MAX_EVIDENCE = 20_000;
const evidence = () => clearable(text({ longest: MAX_EVIDENCE }));

const EVIDENCE = {
  access_activity_log: evidence(),
  billing_address: evidence(),
  cancellation_policy_disclosure: evidence(),
  cancellation_rebuttal: evidence(),
  customer_email_address: evidence(),
  customer_name: evidence(),
  customer_purchase_ip: evidence(),
  product_description: evidence(),
  refund_policy_disclosure: evidence(),
  refund_refusal_explanation: evidence(),
  service_date: evidence(),
  uncategorized_text: evidence(),
};

/** Evidence texts that determine the bank's decision in Stripe's test mode. */
const DECISIVE_EVIDENCE = ["winning_evidence", "losing_evidence"];

const retrieve = call({
  method: "GET",
  path: "/v1/disputes/:id",
  params: {},
  run: (context, _given, { id }) => getBody(context, "dispute", id),
});

const update = call({
  method: "POST",
  path: "/v1/disputes/:id",
  params: named<Stripe.DisputeUpdateParams>()({ evidence: shape(EVIDENCE), metadata: metadata(), submit: flag() }),
  async run(context, given, { id }) {
    const before = await getBody(context, "dispute", id);
    const isOpen = ["needs_response", "warning_needs_response"].includes(before.status);
    if (given.evidence && !isOpen) throw invalid("This dispute is closed or its evidence has been submitted already.");
    const changes = Object.entries(given.evidence ?? {}).filter(([, value]) => value !== undefined);
    // As at Stripe, evidence is submitted immediately unless it is only staged.
    const isSubmitted = given.evidence !== undefined && given.submit !== false;
    const isInquiry = before.status === "warning_needs_response";
    const dispute: Stripe.Dispute = {
      ...before,
      evidence: { ...before.evidence, ...Object.fromEntries(changes) },
      evidence_details: {
        ...before.evidence_details,
        has_evidence: before.evidence_details.has_evidence || changes.length > 0,
        submission_count: before.evidence_details.submission_count + (isSubmitted ? 1 : 0),
        submission_method: isSubmitted ? "manual" : before.evidence_details.submission_method,
      },
      metadata: changeMetadata(before.metadata, given.metadata),
      ...(isSubmitted && { status: isInquiry ? "warning_under_review" : "under_review" }),
    };
    await replace(context, "dispute", dispute);
    await emit(context, "charge.dispute.updated", dispute);
    if (isSubmitted && DECISIVE_EVIDENCE.includes(dispute.evidence.uncategorized_text ?? "")) {
      await schedule(context, { due: context.now, kind: "dispute_verdict", subject: id });
    }
    return dispute;
  },
});

const close = call({
  method: "POST",
  path: "/v1/disputes/:id/close",
  params: {},
  run: async (context, _given, { id }) => closeDispute(context, await get(context, "dispute", id), "lost"),
});

const list = call({
  method: "GET",
  path: "/v1/disputes",
  params: named<Stripe.DisputeListParams>()({ ...PAGING_BY_DATE, charge: text(), payment_intent: text() }),
  run: (context, { charge, payment_intent, ...paging }) =>
    listDocuments(context, "dispute", "/v1/disputes", paging, { charge, payment_intent }),
});

export const disputeCalls = [retrieve, update, close, list];
