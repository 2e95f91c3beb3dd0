import { and, count, eq, gt, isNotNull, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { bookings } from "./bookings.table.ts";

const aYearAgo = sql`app_now() - interval '12 months'`;

/** Called off by the owner themselves, or they did not come. */
const isOffByOwner = sql`(${bookings.canceledBy} = 'owner'
  or ${bookings.absentParty} = 'owner')`;

const recordOf = prepared((db) =>
  db
    .select({
      agreedCount: count(),
      canceledCount: sql`count(*) filter (where ${isOffByOwner})`.mapWith(Number),
    })
    .from(bookings)
    .where(and(eq(bookings.ownerId, sql.placeholder("ownerId")), gt(bookings.approvedAt, aYearAgo)))
    .prepare("owner_record"),
);

/** Of what an owner agreed to in a year, how much they called off. */
export async function findOwnerRecord(db: Db, ownerId: string) {
  const [row] = await recordOf(db).execute({ ownerId });
  return row ?? { agreedCount: 0, canceledCount: 0 };
}

/** How many an owner called off in a year, whenever they had agreed to them. What was only asked for is no rental. */
export async function countOwnerCancellations(db: Db, ownerId: string): Promise<number> {
  const [row] = await db
    .select({ times: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.ownerId, ownerId),
        gt(sql`coalesce(${bookings.closedAt}, ${bookings.canceledAt})`, aYearAgo),
        isNotNull(bookings.approvedAt),
        isOffByOwner,
      ),
    );
  return row?.times ?? 0;
}

/** Of two that are called off at once, the second counts the first. */
export async function lockOwnerRecord(tx: Db, ownerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owner record ${ownerId}`}, 0))`);
}
