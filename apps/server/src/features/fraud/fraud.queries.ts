import type { FraudStatus } from "@nexby/domain/bookings/snapshot";
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/db/db.ts";
import { isAfter, type Place } from "../../platform/paging.ts";
import { users } from "../../schema/accounts.ts";
import { bookings } from "../../schema/bookings.ts";
import { fraudAnalyses } from "../../schema/fraud.ts";
import { items } from "../../schema/listings.ts";

/** Null when the booking has one already, also of another process a moment ago. */
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

/** What the rules went by is kept for those who look at the rules, not at a request. */
const { features: _, ...shown } = getTableColumns(fraudAnalyses);

/** With what an administrator needs to see beside it. */
const analysesInFull = (db: Db) =>
  db
    .select({
      analysis: shown,
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
    .innerJoin(renters, eq(renters.id, bookings.renterId))
    .innerJoin(owners, eq(owners.id, bookings.ownerId))
    .leftJoin(reviewers, eq(reviewers.id, fraudAnalyses.reviewedBy));

export type AnalysisInFull = Awaited<ReturnType<typeof analysesInFull>>[number];

export async function findAnalysisInFull(db: Db, id: string): Promise<AnalysisInFull | null> {
  const [row] = await analysesInFull(db).where(eq(fraudAnalyses.id, id));
  return row ?? null;
}

export type FraudFilter = "in_review" | "all";

type Page = { status: FraudFilter; after: Place | null; limit: number };

/** Nobody need decide about a request that is over. */
const IS_WAITING = and(eq(fraudAnalyses.status, "in_review"), eq(bookings.status, "pending"));

/** Those that wait for a person by their deadline; all by their age, newest first. */
export async function selectAnalyses(db: Db, { status, after, limit }: Page): Promise<AnalysisInFull[]> {
  const { id, createdAt, reviewBy } = fraudAnalyses;
  if (status === "all") {
    return analysesInFull(db)
      .where(isAfter(after, fraudAnalyses, "newest"))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit);
  }
  return analysesInFull(db)
    .where(and(IS_WAITING, isAfter(after, { createdAt: reviewBy, id }, "oldest")))
    .orderBy(asc(reviewBy), asc(id))
    .limit(limit);
}

type Decided = Pick<FraudAnalysis, "status" | "adminDecision" | "actionTaken" | "reviewNotes"> & {
  reviewedBy: string;
  reviewedAt: Date;
  reviewBy?: Date;
};

/** False when somebody decided first. */
export async function swapDecision(
  db: Db,
  before: Pick<FraudAnalysis, "id" | "adminDecision">,
  decided: Decided,
): Promise<boolean> {
  const isAsBefore: SQL = sql`${fraudAnalyses.adminDecision} is not distinct from ${before.adminDecision}`;
  const { rowCount } = await db
    .update(fraudAnalyses)
    .set(decided)
    .where(and(eq(fraudAnalyses.id, before.id), eq(fraudAnalyses.status, "in_review"), isAsBefore));
  return rowCount === 1;
}

export type FraudAnalysis = typeof fraudAnalyses.$inferSelect;

/** A person's word counts before the rules'. */
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

/** What the question of fraud depends on, of each booking that was looked at. */
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
