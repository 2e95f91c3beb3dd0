import { type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "./db.ts";

/** An insert, update or delete that has not been sent yet. */
export type Write = SQLWrapper;

/**
 * Several writes in one statement: one way to the database instead of many. They happen all or not at all, each sees
 * the tables as they were before, and references between them are checked after the last.
 */
export async function writeTogether(db: Db, writes: readonly Write[]): Promise<void> {
  const named = writes.map((write, index) => sql`${sql.identifier(`write_${index}`)} as ${write}`);
  await db.execute(sql`with ${sql.join(named, sql`, `)} select`);
}
