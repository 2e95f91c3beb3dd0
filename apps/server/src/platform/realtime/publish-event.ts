import type { Db } from "../db/db.ts";
import { type Insert, insertOf } from "../db/insert-together.ts";
import { realtimeEvents } from "./realtime-events.table.ts";

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
