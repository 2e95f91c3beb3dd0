import { sql } from "drizzle-orm";
import type { Db } from "../db/db.ts";
import { appClock } from "./clock.table.ts";

/** The product's now: real time plus the stored offset. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select app_now() as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}

/** Moves the product's clock forward; the database refuses to move it back. */
export async function advanceClock(db: Db, milliseconds: number): Promise<void> {
  await db.update(appClock).set({ offsetMs: sql`${appClock.offsetMs} + ${milliseconds}` });
}
