import type { Db } from "../db/db.ts";
import { realtimeEvents } from "./realtime-events.table.ts";

/** Who is told: everything for one person, or everything about one thing. */
export const userAudience = (userId: string) => `user:${userId}`;
export const topicAudience = (topic: string, id: string) => `${topic}:${id}`;

export type NewEvent = { audience: string; type: string; data?: Record<string, unknown> };

/** Tells browsers if and only if the caller's transaction commits. */
export async function publishEvent(db: Db, event: NewEvent): Promise<void> {
  await eventToWrite(db, event);
}

/** The same as a write of its own, to be sent with others. */
export const eventToWrite = (db: Db, { audience, type, data = {} }: NewEvent) =>
  db.insert(realtimeEvents).values({ audience, type, data });
