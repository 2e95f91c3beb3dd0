import { lastDecisionAt } from "@nexby/domain/bookings/deadlines";
import { isRenterOrOwnerOf } from "@nexby/domain/bookings/transitions";
import { FRAUD_DECISIONS, type FraudAction, type FraudDecision } from "@nexby/domain/fraud/fraud-rules";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { cursorAfter, pageOf } from "../../platform/paging.ts";
import type { Booking } from "../../schema/bookings.ts";
import { findFirstMessages } from "../messaging/public.ts";
import { notify } from "../notifications/public.ts";
import { REVIEW_MS } from "./assess-booking.ts";
import {
  type AnalysisDetails,
  type FraudAnalysis,
  type FraudFilter,
  getAnalysisDetails,
  selectAnalyses,
  swapDecision,
} from "./fraud.queries.ts";

type ReviewState = {
  analysis: Pick<FraudAnalysis, "status" | "adminDecision">;
  booking: Pick<Booking, "status" | "renterId" | "ownerId" | "startAt">;
  now: Date;
};

/**
 * An admin can request information once, and can approve only until the request's last decision time. Admins cannot
 * review their own bookings.
 */
export function allowedDecisions({ analysis, booking, now }: ReviewState, adminId: string): FraudDecision[] {
  if (isRenterOrOwnerOf(booking, adminId)) return [];
  if (analysis.status !== "in_review" || booking.status !== "pending") return [];
  const isInTime = now < lastDecisionAt(booking.startAt);
  return FRAUD_DECISIONS.filter(
    (decision) => decision !== analysis.adminDecision && (isInTime || decision === "decline"),
  );
}

type Query = { status: FraudFilter; limit: number; cursor?: string | undefined };

/** The cursor position: the deadline while in review, else the creation time. */
const placeOf = ({ analysis: { id, createdAt, reviewBy } }: AnalysisDetails, status: FraudFilter) => ({
  id,
  createdAt: status === "in_review" ? (reviewBy ?? createdAt) : createdAt,
});

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
    rows: rows.map(({ row }) => ({ ...row, message: messages.get(row.booking.id)?.content ?? null, now })),
    nextCursor,
  };
}

const ACTION_FOR: Record<FraudDecision, FraudAction> = {
  approve: "none",
  decline: "request_voided",
  request_info: "step_up",
};

type Input = { analysisId: string; decision: FraudDecision; notes: string };

/**
 * Writes an admin's decision while the booking is locked, so that neither the renter nor a timeout can end the request
 * in between, and carries out what follows from it. Fails for admins who rent or own the item.
 */
export type DecideOnBooking = (
  db: Db,
  admin: Viewer,
  bookingId: string,
  decide: (tx: Db) => Promise<void>,
) => Promise<unknown>;

/** Takes effect immediately; of two concurrent decisions, one is rejected. */
export async function decideFraudReview(db: Db, decideOnBooking: DecideOnBooking, viewer: Viewer, input: Input) {
  const { analysisId, decision } = input;
  const { bookingId } = (await getAnalysisDetails(db, analysisId)).analysis;
  await decideOnBooking(db, viewer, bookingId, async (tx) => {
    const before = await getAnalysisDetails(tx, analysisId);
    const now = await readClock(tx);
    if (!allowedDecisions({ ...before, now }, viewer.id).includes(decision)) throw new AppError("action_not_allowed");
    await writeDecision(tx, viewer, before, input);
    if (decision === "request_info") await requestVerification(tx, before);
  });
  const after = await getAnalysisDetails(db, analysisId);
  const message = (await findFirstMessages(db, [bookingId])).get(bookingId)?.content ?? null;
  return { ...after, message, now: await readClock(db) };
}

async function writeDecision(tx: Db, viewer: Viewer, { analysis }: AnalysisDetails, input: Input): Promise<void> {
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
    // Gives the renter time to answer.
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

/** Tells the renter what to do, without revealing the red flags or the reviewer. */
async function requestVerification(tx: Db, { renter, item, booking }: AnalysisDetails): Promise<void> {
  const data = { bookingId: booking.id, item: item.title };
  await notify(tx, renter.id, { kind: "details_requested", data }, ({ title, message }) => ({
    title,
    paragraphs: [message],
  }));
}
