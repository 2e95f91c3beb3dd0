import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { rentalEvents } from "../../../platform/history/rental-events.table.ts";

const ACTORS = ["renter", "owner", "admin", "system"] as const;
const MOST_EVENTS = 200;

export type TimelineRow = Awaited<ReturnType<typeof findTimeline>>[number];

/** A rental's story, from its beginning. */
export async function findTimeline(db: Db, bookingId: string) {
  const rows = await db
    .select({
      id: rentalEvents.id,
      type: rentalEvents.eventType,
      by: sql<string | null>`${rentalEvents.metadata}->>'by'`,
      notes: rentalEvents.notes,
      createdAt: rentalEvents.createdAt,
    })
    .from(rentalEvents)
    .where(eq(rentalEvents.bookingId, bookingId))
    .orderBy(asc(rentalEvents.createdAt), asc(rentalEvents.id))
    .limit(MOST_EVENTS);
  return rows.map((row) => ({ ...row, by: ACTORS.find((actor) => actor === row.by) ?? ("system" as const) }));
}
