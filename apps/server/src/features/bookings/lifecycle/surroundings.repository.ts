import { desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { users } from "../../accounts/public.ts";
import { items } from "../../listings/public.ts";
import { currentPickup } from "../bookings.repository.ts";
import { bookings } from "../bookings.table.ts";
import { fraudAnalyses } from "../fraud/fraud-analyses.table.ts";

export type Surroundings = Awaited<ReturnType<typeof findSurroundings>>[number];

/** Nothing is agreed on for somebody suspended, nor paid to them, until they are reinstated. */
const IS_OWNER_TRUSTED = isNull(users.suspendedAt);

/** Facts in other tables that a booking's next step depends on: one row per booking. */
export function findSurroundings(db: Db, bookingIds: readonly string[]) {
  // A booking can have several analyses and schedules; a plain join would return it once for each.
  const analysis = db
    .select({
      status: fraudAnalyses.status,
      recommendation: fraudAnalyses.recommendation,
      adminDecision: fraudAnalyses.adminDecision,
    })
    .from(fraudAnalyses)
    .where(eq(fraudAnalyses.bookingId, bookings.id))
    .orderBy(desc(fraudAnalyses.createdAt), desc(fraudAnalyses.id))
    .limit(1)
    .as("analysis");
  const pickup = currentPickup(db, bookings.id).as("pickup");
  return db
    .select({
      bookingId: bookings.id,
      isInstant: sql<boolean>`${items.isInstant} and ${IS_OWNER_TRUSTED}`,
      isOwnerPayable: sql<boolean>`${users.connectOnboarded} and ${users.connectAccountId} is not null
        and ${IS_OWNER_TRUSTED}`,
      analysis: {
        status: analysis.status,
        recommendation: analysis.recommendation,
        adminDecision: analysis.adminDecision,
      },
      pickup: { status: pickup.status, expiresAt: pickup.expiresAt },
    })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(users, eq(users.id, bookings.ownerId))
    .leftJoinLateral(analysis, sql`true`)
    .leftJoinLateral(pickup, sql`true`)
    .where(inArray(bookings.id, [...bookingIds]));
}
