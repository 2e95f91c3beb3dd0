import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { users } from "../../accounts/public.ts";
import { items } from "../../listings/public.ts";
import { bookings } from "../bookings.table.ts";
import { fraudAnalyses } from "../fraud/fraud-analyses.table.ts";
import { pickupSchedules } from "../pickup-schedules.table.ts";

export type Surroundings = Awaited<ReturnType<typeof findSurroundings>>[number];

/** Nothing is agreed on for somebody suspended, nor paid to them, until they are reinstated. */
const IS_OWNER_TRUSTED = isNull(users.suspendedAt);

/** What other records say that a booking's next step depends on, all at once. */
export const findSurroundings = (db: Db, bookingIds: readonly string[]) =>
  db
    .select({
      bookingId: bookings.id,
      isInstant: sql<boolean>`${items.isInstant} and ${IS_OWNER_TRUSTED}`,
      isOwnerPayable: sql<boolean>`${users.connectOnboarded} and ${users.connectAccountId} is not null
        and ${IS_OWNER_TRUSTED}`,
      analysis: {
        status: fraudAnalyses.status,
        recommendation: fraudAnalyses.recommendation,
        adminDecision: fraudAnalyses.adminDecision,
      },
      pickup: { status: pickupSchedules.status, expiresAt: pickupSchedules.expiresAt },
    })
    .from(bookings)
    .innerJoin(items, eq(items.id, bookings.itemId))
    .innerJoin(users, eq(users.id, bookings.ownerId))
    .leftJoin(fraudAnalyses, eq(fraudAnalyses.bookingId, bookings.id))
    .leftJoin(
      pickupSchedules,
      and(
        eq(pickupSchedules.bookingId, bookings.id),
        inArray(pickupSchedules.status, ["proposed", "confirmed", "completed"]),
      ),
    )
    .where(inArray(bookings.id, [...bookingIds]));
