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

/** How far the product's clock is ahead of real time, in milliseconds. */
export async function readClockOffset(db: Db): Promise<number> {
  const [row] = await db.select({ offsetMs: appClock.offsetMs }).from(appClock);
  return row?.offsetMs ?? 0;
}

/** Until the transaction ends nobody else moves the clock. */
export async function lockClock(db: Db): Promise<void> {
  await db.select().from(appClock).for("update");
}
