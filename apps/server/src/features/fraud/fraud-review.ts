import { lastDecisionAt } from "@nexby/domain/bookings/deadlines";
import { FRAUD_DECISIONS, type FraudAction, type FraudDecision } from "@nexby/domain/fraud/assess-fraud";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { queueMail } from "../../platform/outbox.ts";
import { cursorAfter, pageOf } from "../../platform/paging.ts";
import type { Booking } from "../../schema/bookings.ts";
import { advanceBooking, assertNotInvolved, isRenterOrOwnerOf, lockBooking } from "../bookings/public.ts";
import { findFirstMessages } from "../messaging/public.ts";
import { notify } from "../notifications/public.ts";
import { REVIEW_MS } from "./assess-booking.ts";
import {
  type AnalysisInFull,
  type FraudAnalysis,
  type FraudFilter,
  findAnalysisInFull,
  selectAnalyses,
  swapDecision,
} from "./fraud.queries.ts";

type Waiting = {
  analysis: Pick<FraudAnalysis, "status" | "adminDecision">;
  booking: Pick<Booking, "status" | "renterId" | "ownerId" | "startAt">;
  now: Date;
};

/** What an administrator may decide now. A renter is asked once; then it is yes or no, and yes only in time. */
export function allowedDecisions({ analysis, booking, now }: Waiting, adminId: string): FraudDecision[] {
  if (isRenterOrOwnerOf(booking, adminId)) return [];
  if (analysis.status !== "in_review" || booking.status !== "pending") return [];
  const isInTime = now < lastDecisionAt(booking.startAt);
  return FRAUD_DECISIONS.filter(
    (decision) => decision !== analysis.adminDecision && (isInTime || decision === "decline"),
  );
}

type Query = { status: FraudFilter; limit: number; cursor?: string | undefined };

/** The list goes on after the deadline of the last, or after its age. */
const placeOf = ({ analysis: { id, createdAt, reviewBy } }: AnalysisInFull, status: FraudFilter) => ({
  id,
  createdAt: status === "in_review" ? (reviewBy ?? createdAt) : createdAt,
});

/** One page of what the rules found, for administrators. */
export async function listFraudAnalyses(db: Db, { status, limit, cursor }: Query) {
  const found = await selectAnalyses(db, { status, after: cursorAfter(cursor), limit: limit + 1 });
  const { rows, nextCursor } = pageOf(
    found.map((row) => ({ row, ...placeOf(row, status) })),
    limit,
  );
  const messages = await findFirstMessages(
    db,
    rows.map(({ row }) => row.booking.id),
  );
  const now = await readClock(db);
  return {
    rows: rows.map(({ row }) => ({ ...row, message: messages.get(row.booking.id) ?? null, now })),
    nextCursor,
  };
}

const ACTION_FOR: Record<FraudDecision, FraudAction> = {
  approve: "none",
  decline: "request_voided",
  request_info: "step_up",
};

type Input = { analysisId: string; decision: FraudDecision; notes: string };

/** An administrator's word about a request that was stopped. It acts at once; of two at once, one is too late. */
export async function decideFraudReview(
  db: Db,
  environment: Pick<PaymentsPort, "environment">,
  viewer: Viewer,
  input: Input,
) {
  return db.transaction(async (tx) => {
    const before = await findWaiting(tx, viewer, input);
    await writeDecision(tx, viewer, before, input);
    const { bookingId } = before.analysis;
    if (input.decision === "request_info") await requestVerification(tx, before);
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
  assertNotInvolved(found.booking, viewerId);
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

const TITLE = "Please confirm your details";

/** Says what to do, and nothing of what was noticed or of who asks. */
async function requestVerification(tx: Db, { renter, item, booking }: AnalysisInFull): Promise<void> {
  const message = `Before we send your request for ${item.title} on, please verify your email and phone. If they are verified already, write to us in the help center.`;
  const data = { bookingId: booking.id };
  await notify(tx, { userId: renter.id, type: "system", title: TITLE, message, actionUrl: "/verify-contact", data });
  await queueMail(tx, { to: renter.email, subject: TITLE, letter: { title: TITLE, paragraphs: [message] } });
}
