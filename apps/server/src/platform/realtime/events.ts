import { sql } from "drizzle-orm";
import { realtimeEvents } from "../../schema/platform.ts";
import type { Db } from "../db/db.ts";
import { type Insert, insertBatch, insertOf } from "../db/statements.ts";

/** An audience is one user, or one topic with an id. */
export const userAudience = (userId: string) => `user:${userId}`;
export const topicAudience = (topic: string, id: string) => `${topic}:${id}`;

export type NewEvent = { audience: string; type: string; data?: Record<string, unknown> };

/** Sends the event to browsers if and only if the caller's transaction commits. */
export const publishEvent = (db: Db, event: NewEvent): Promise<void> => insertBatch(db, [eventInsert(event)]);

/** Returns the same row for a combined insert. */
export const eventInsert = ({ audience, type, data = {} }: NewEvent): Insert =>
  insertOf(realtimeEvents, { audience, type, data });

/** A reader's position: every event before it has been read, and none after it. */
export type EventPlace = { transaction: string; id: string };
export type StoredEvent = { place: EventPlace; type: string; data: Record<string, unknown> };

type Row = { transaction: string; id: string; type: string; data: Record<string, unknown> };

const PLACE = /^(\d{1,20})-(\d{1,19})$/;

export const encodeCursor = ({ transaction, id }: EventPlace) => `${transaction}-${id}`;

export function decodeCursor(text: string): EventPlace | null {
  const [, transaction, id] = PLACE.exec(text) ?? [];
  return transaction && id ? { transaction, id } : null;
}

/** All transactions below this one have ended, so no event can still appear before theirs. */
const settled = sql`pg_snapshot_xmin(pg_current_snapshot())`;

/** The starting position of a reader that only wants new events. */
export async function currentPlace(db: Db): Promise<EventPlace> {
  const { rows } = await db.execute<{ transaction: string }>(sql`select ${settled}::text as transaction`);
  return { transaction: rows[0]?.transaction ?? "0", id: "0" };
}

/** The next events after a position, in an order that is the same for every reader. */
export async function readEvents(db: Db, audiences: readonly string[], after: EventPlace, limit: number) {
  const { rows } = await db.execute<Row>(sql`
    select event.transaction::text, event.id::text, type, data from realtime_events as event
    where audience = any(${sql.param([...audiences])}::text[])
      and (event.transaction, event.id) > (${after.transaction}::xid8, ${after.id}::bigint)
      and event.transaction < ${settled}
    order by event.transaction, event.id limit ${limit}`);
  return rows.map(({ transaction, id, type, data }): StoredEvent => ({ place: { transaction, id }, type, data }));
}

/** True if an older, still running transaction holds back a written event, so the reader should retry soon. */
export async function hasHeldBackEvents(db: Db, audiences: readonly string[]): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(sql`
    select exists (select 1 from realtime_events
      where audience = any(${sql.param([...audiences])}::text[]) and transaction >= ${settled}) as held`);
  return rows[0]?.held ?? false;
}

/** True if events after this position may have been deleted. The sweep keeps the last expired event as a marker. */
export async function isForgotten(db: Db, place: EventPlace): Promise<boolean> {
  const { rows } = await db.execute<{ forgotten: boolean }>(sql`
    select not exists (select 1 from realtime_events
      where (transaction, id) <= (${place.transaction}::xid8, ${place.id}::bigint)) as forgotten`);
  return rows[0]?.forgotten ?? false;
}

export async function deleteOldEvents(db: Db): Promise<void> {
  await db.execute(sql`
    with old as (select transaction, id from realtime_events where created_at < now() - interval '24 hours'),
      mark as (select transaction, id from old order by transaction desc, id desc limit 1)
    delete from realtime_events where id in (select id from old) and id not in (select id from mark)`);
}
