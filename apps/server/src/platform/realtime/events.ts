import { sql } from "drizzle-orm";
import { realtimeEvents } from "../../schema/platform.ts";
import type { Db } from "../db/db.ts";
import { type Insert, insertOf } from "../db/statements.ts";

/** Who is told: everything for one person, or everything about one thing. */
export const userAudience = (userId: string) => `user:${userId}`;
export const topicAudience = (topic: string, id: string) => `${topic}:${id}`;

export type NewEvent = { audience: string; type: string; data?: Record<string, unknown> };

/** Tells browsers if and only if the caller's transaction commits. */
export async function publishEvent(db: Db, { audience, type, data = {} }: NewEvent): Promise<void> {
  await db.insert(realtimeEvents).values({ audience, type, data });
}

/** The same row, to be written with others. */
export const eventInsert = ({ audience, type, data = {} }: NewEvent): Insert =>
  insertOf(realtimeEvents, { audience, type, data });

/** A reader's place. Everything before it was read, nothing after it was. */
export type EventPlace = { transaction: string; id: string };
export type StoredEvent = { place: EventPlace; type: string; data: Record<string, unknown> };

type Row = { transaction: string; id: string; type: string; data: Record<string, unknown> };

const PLACE = /^(\d{1,20})-(\d{1,19})$/;

export const encodeCursor = ({ transaction, id }: EventPlace) => `${transaction}-${id}`;

export function decodeCursor(text: string): EventPlace | null {
  const [, transaction, id] = PLACE.exec(text) ?? [];
  return transaction && id ? { transaction, id } : null;
}

/** Transactions below this one are all over: what they wrote is there, and nothing can come before it any more. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** Where a reader begins that wants only what happens from now on. */
export async function currentPlace(db: Db): Promise<EventPlace> {
  const { rows } = await db.execute<{ transaction: string }>(sql`select ${settled}::text as transaction`);
  return { transaction: rows[0]?.transaction ?? "0", id: "0" };
}

/** The next events after a place, in the one order that holds for every reader. */
export async function readEvents(db: Db, audiences: readonly string[], after: EventPlace, limit: number) {
  const { rows } = await db.execute<Row>(sql`
    select event.transaction::text, event.id::text, type, data from realtime_events as event
    where audience = any(${sql.param([...audiences])}::text[])
      and (event.transaction, event.id) > (${after.transaction}::xid8, ${after.id}::bigint)
      and event.transaction < ${settled}
    order by event.transaction, event.id limit ${limit}`);
  return rows.map(({ transaction, id, type, data }): StoredEvent => ({ place: { transaction, id }, type, data }));
}

/** Whether something is written that an older, still running transaction holds back: look again soon. */
export async function hasHeldBackEvents(db: Db, audiences: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(sql`
    select exists (select 1 from realtime_events
      where audience = any(${sql.param([...audiences])}::text[]) and transaction >= ${settled}) as held`);
  return rows[0]?.held ?? false;
}

/** Whether events after this place may have been swept away: the sweep leaves the last one it passed as a mark. */
export async function isForgotten(db: Db, place: EventPlace): Promise<boolean> {
  const { rows } = await db.execute<{ forgotten: boolean }>(sql`
    select not exists (select 1 from realtime_events
      where (transaction, id) <= (${place.transaction}::xid8, ${place.id}::bigint)) as forgotten`);
  return rows[0]?.forgotten ?? false;
}

export async function sweepOldEvents(db: Db): Promise<void> {
  await db.execute(sql`
    with old as (select transaction, id from realtime_events where created_at < now() - interval '24 hours'),
      mark as (select transaction, id from old order by transaction desc, id desc limit 1)
    delete from realtime_events where id in (select id from old) and id not in (select id from mark)`);
}
