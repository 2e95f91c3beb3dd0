import type { FraudAction, FraudDecision } from "@nexby/domain/fraud/fraud-review";
import type { PaymentsPort } from "../../../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import { readClock } from "../../../../platform/clock/clock.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { AppError } from "../../../../platform/errors/app-error.ts";
import { findFirstMessages } from "../../../conversations/public.ts";
import { assertNoSideOf } from "../../bookings.policy.ts";
import { lockBooking } from "../../bookings.repository.ts";
import { advanceBooking } from "../../lifecycle/advance-booking.ts";
import { askForProof } from "../ask-for-proof.ts";
import { allowedDecisions } from "../fraud.policy.ts";
import { type AnalysisInFull, findAnalysisInFull, swapDecision } from "../fraud-analyses.repository.ts";
import { REVIEW_MS } from "../review-time.ts";

const ACTION_FOR: Record<FraudDecision, FraudAction> = {
  approve: "none",
  decline: "request_voided",
  request_info: "step_up",
};

type Input = { analysisId: string; decision: FraudDecision; notes: string };

/** An administrator's word about a request that was stopped. It acts at once; of two at once, one is too late. */
export async function decideAboutRequest(
  db: Db,
  environment: Pick<PaymentsPort, "environment">,
  viewer: Viewer,
  input: Input,
) {
  return db.transaction(async (tx) => {
    const before = await findWaiting(tx, viewer, input);
    await writeDecision(tx, viewer, before, input);
    const { bookingId } = before.analysis;
    if (input.decision === "request_info") await askForProof(tx, before);
    await advanceBooking(tx, environment, bookingId);
    const after = await findAnalysisInFull(tx, input.analysisId);
    if (!after) throw new AppError("not_found");
    const message = (await findFirstMessages(tx, [bookingId])).get(bookingId) ?? null;
    return { ...after, message, now: await readClock(tx) };
  });
}

/** Kept as it is until the transaction ends: neither its renter nor time can end the request meanwhile. */
async function findWaiting(tx: Db, { id: viewerId }: Viewer, { analysisId, decision }: Input): Promise<AnalysisInFull> {
  const found = await findAnalysisInFull(tx, analysisId);
  if (!found) throw new AppError("not_found");
  assertNoSideOf(found.booking, viewerId);
  await lockBooking(tx, found.analysis.bookingId);
  const waiting = await findAnalysisInFull(tx, analysisId);
  const now = await readClock(tx);
  if (!waiting || !allowedDecisions({ ...waiting, now }, viewerId).includes(decision)) {
    throw new AppError("action_not_allowed");
  }
  return waiting;
}

async function writeDecision(tx: Db, viewer: Viewer, { analysis }: AnalysisInFull, input: Input): Promise<void> {
  const { decision, notes } = input;
  const now = await readClock(tx);
  const isFinal = decision !== "request_info";
  const isFirst = await swapDecision(tx, analysis, {
    status: isFinal ? "reviewed" : "in_review",
    adminDecision: decision,
    actionTaken: ACTION_FOR[decision],
    reviewNotes: notes,
    reviewedBy: viewer.id,
    reviewedAt: now,
    // The renter gets time to answer.
    ...(!isFinal && { reviewBy: new Date(now.getTime() + REVIEW_MS) }),
  });
  if (!isFirst) throw new AppError("action_not_allowed");
  await recordAudit(tx, {
    actorId: viewer.id,
    action: `fraud_${decision}`,
    entityType: "fraud_analysis",
    entityId: analysis.id,
    reason: notes,
    details: { bookingId: analysis.bookingId, riskScore: analysis.riskScore, actionTaken: ACTION_FOR[decision] },
  });
}
