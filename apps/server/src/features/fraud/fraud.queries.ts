import type { FraudStatus } from "@nexby/domain/bookings/snapshot";
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { isAfter, type Place } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { fraudAnalyses } from "../../schema/fraud.ts";
import { items } from "../../schema/listings.ts";

/** Null if the booking already has an analysis, even one inserted concurrently. */
export async function insertAnalysis(
  db: Db,
  analysis: typeof fraudAnalyses.$inferInsert,
): Promise<FraudAnalysis | null> {
  const [row] = await db
    .insert(fraudAnalyses)
    .values(analysis)
    .onConflictDoNothing({ target: [fraudAnalyses.bookingId, fraudAnalyses.analysisType] })
    .returning();
  return row ?? null;
}

const renters = alias(users, "renter");
const owners = alias(users, "owner");
const reviewers = alias(users, "reviewer");

/** The features are for tuning the rules, not for reviewing a request. */
const { features: _, ...columnsWithoutFeatures } = getTableColumns(fraudAnalyses);

/** With the related data an admin needs to see. */
const analysisDetails = (db: Db) =>
  db
    .select({
      analysis: columnsWithoutFeatures,
      booking: {
        id: bookings.id,
        status: bookings.status,
        renterId: bookings.renterId,
        ownerId: bookings.ownerId,
        startAt: bookings.startAt,
        endAt: bookings.endAt,
        timezone: bookings.timezone,
        quantity: bookings.quantity,
        totalCents: bookings.totalCents,
        depositCents: bookings.depositCents,
        exchangeType: bookings.exchangeType,
      },
      item: { id: items.id, title: items.title },
      renter: {
        id: renters.id,
        firstName: renters.firstName,
        lastName: renters.lastName,
        email: renters.email,
        createdAt: renters.createdAt,
      },
      owner: { id: owners.id, firstName: owners.firstName, lastName: owners.lastName },
      reviewer: { firstName: reviewers.firstName, lastName: reviewers.lastName },
    })
    .from(fraudAnalyses)
    .innerJoin(bookings, eq(bookings.id, fraudAnalyses.bookingId))
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(renters, eq(renters.id, fraudAnalyses.userId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .leftJoin(reviewers, eq(reviewers.id, fraudAnalyses.reviewedBy));

export type AnalysisDetails = Awaited<ReturnType<typeof analysisDetails>>[number];

export async function getAnalysisDetails(db: Db, id: string): Promise<AnalysisDetails> {
  const [row] = await analysisDetails(db).where(eq(fraudAnalyses.id, id));
  if (!row) throw new AppError("not_found");
  return row;
}

export const findAnalysesDetails = (db: Db, ids: readonly string[]): Promise<AnalysisDetails[]> =>
  analysisDetails(db).where(inArray(fraudAnalyses.id, [...ids]));

export type FraudFilter = "in_review" | "all";

type Page = { status: FraudFilter; after: Place | null; limit: number };

/** Ended requests need no decision. */
export const NEEDS_REVIEW = and(eq(fraudAnalyses.status, "in_review"), eq(bookings.status, "pending"));

/** In review: by deadline. All: newest first. */
export async function selectAnalyses(db: Db, { status, after, limit }: Page): Promise<AnalysisDetails[]> {
  const { id, createdAt, reviewBy } = fraudAnalyses;
  if (status === "all") {
    return analysisDetails(db)
      .where(isAfter(after, fraudAnalyses, "newest"))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit);
  }
  return analysisDetails(db)
    .where(and(NEEDS_REVIEW, isAfter(after, { createdAt: reviewBy, id }, "oldest")))
    .orderBy(asc(reviewBy), asc(id))
    .limit(limit);
}

type Decision = Pick<FraudAnalysis, "status" | "adminDecision" | "actionTaken" | "reviewNotes"> & {
  reviewedBy: string;
  reviewedAt: Date;
  reviewBy?: Date;
};

/** Returns false if another admin decided first. */
export async function swapDecision(
  db: Db,
  before: Pick<FraudAnalysis, "id" | "adminDecision">,
  decision: Decision,
): Promise<boolean> {
  const isUnchanged: SQL = sql`${fraudAnalyses.adminDecision} is not distinct from ${before.adminDecision}`;
  const { rowCount } = await db
    .update(fraudAnalyses)
    .set(decision)
    .where(and(eq(fraudAnalyses.id, before.id), eq(fraudAnalyses.status, "in_review"), isUnchanged));
  return rowCount === 1;
}

export type FraudAnalysis = typeof fraudAnalyses.$inferSelect;

/** An admin's decision takes precedence over the rules. */
export function fraudStatusOf(
  analysis: Pick<FraudAnalysis, "status" | "recommendation" | "adminDecision"> | null,
): FraudStatus {
  if (!analysis) return "unassessed";
  const { status, recommendation, adminDecision } = analysis;
  if (adminDecision === "approve") return "cleared";
  if (adminDecision === "decline") return "refused";
  if (status === "auto_cleared") return "cleared";
  return recommendation === "decline" ? "refused" : "in_review";
}

/** The fields that a booking's fraud status depends on. */
export const findAnalyses = (db: Db, bookingIds: readonly string[]) =>
  db
    .select({
      bookingId: fraudAnalyses.bookingId,
      status: fraudAnalyses.status,
      recommendation: fraudAnalyses.recommendation,
      adminDecision: fraudAnalyses.adminDecision,
    })
    .from(fraudAnalyses)
    .where(inArray(fraudAnalyses.bookingId, [...bookingIds]));
