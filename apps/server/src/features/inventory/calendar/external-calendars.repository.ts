import { and, asc, eq, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/db.ts";
import { items } from "../../listings/public.ts";
import { externalCalendars } from "../external-calendars.table.ts";

export type ExternalCalendar = typeof externalCalendars.$inferSelect;
type NewCalendar = Pick<ExternalCalendar, "id" | "itemId" | "name" | "url">;
type Reading = Partial<Pick<ExternalCalendar, "importedCount" | "conflicts">> & Pick<ExternalCalendar, "lastProblem">;

export async function insertCalendar(db: Db, calendar: NewCalendar): Promise<void> {
  await db.insert(externalCalendars).values(calendar);
}

export const selectCalendars = (db: Db, itemId: string): Promise<ExternalCalendar[]> =>
  db
    .select()
    .from(externalCalendars)
    .where(and(eq(externalCalendars.itemId, itemId), isNull(externalCalendars.removedAt)))
    .orderBy(asc(externalCalendars.createdAt), asc(externalCalendars.id));

export async function findCalendar(db: Db, id: string): Promise<ExternalCalendar | null> {
  const [row] = await db
    .select()
    .from(externalCalendars)
    .where(and(eq(externalCalendars.id, id), isNull(externalCalendars.removedAt)));
  return row ?? null;
}

export async function findOwnCalendar(db: Db, ownerId: string, id: string): Promise<ExternalCalendar | null> {
  const [row] = await db
    .select({ calendar: externalCalendars })
    .from(externalCalendars)
    .innerJoin(items, eq(items.id, externalCalendars.itemId))
    .where(
      and(
        eq(externalCalendars.id, id),
        isNull(externalCalendars.removedAt),
        eq(items.ownerId, ownerId),
        isNull(items.deletedAt),
      ),
    );
  return row?.calendar ?? null;
}

/** Notes how the reading went; when it failed, what was taken before stays. */
export async function recordReading(db: Db, id: string, reading: Reading): Promise<void> {
  await db
    .update(externalCalendars)
    .set({ ...reading, lastReadAt: sql`app_now()` })
    .where(eq(externalCalendars.id, id));
}

export async function markCalendarRemoved(db: Db, id: string): Promise<void> {
  await db.update(externalCalendars).set({ removedAt: sql`app_now()` }).where(eq(externalCalendars.id, id));
}

/** Followed calendars whose turn has come, longest unread first; one that failed is left alone for longer. */
export async function selectDueCalendars(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: externalCalendars.id })
    .from(externalCalendars)
    .innerJoin(items, eq(items.id, externalCalendars.itemId))
    .where(
      and(
        isNotNull(externalCalendars.url),
        isNull(externalCalendars.removedAt),
        isNull(items.deletedAt),
        or(
          isNull(externalCalendars.lastReadAt),
          and(
            isNull(externalCalendars.lastProblem),
            lte(externalCalendars.lastReadAt, sql`app_now() - interval '55 minutes'`),
          ),
          lte(externalCalendars.lastReadAt, sql`app_now() - interval '355 minutes'`),
        ),
      ),
    )
    .orderBy(sql`${externalCalendars.lastReadAt} nulls first`)
    .limit(limit);
  return rows.map(({ id }) => id);
}
