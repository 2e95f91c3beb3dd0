import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { appClock } from "../schema/platform.ts";
import type { Db } from "./db/db.ts";

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

/** The product's now, without asking the database. */
export type KnownClock = { now(): Date };

const PAUSE_MS = 1_000;

type Options = { db: Db; onError: (error: unknown) => void };

/**
 * Knows how far the product's clock is from this process's own, from the last time the database was asked: at the
 * beginning, and whenever somebody says that the clock was moved.
 */
export async function knowClock({ db, onError }: Options) {
  const stopping = new AbortController();
  let aheadMs = 0;
  const learn = async () => {
    aheadMs = (await readClock(db)).getTime() - Date.now();
  };

  const learnAtLast = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await learn();
      } catch (error) {
        onError(error);
        await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  await learn();
  // One after the other: an answer from before a move must not come last.
  let learning = Promise.resolve();

  return {
    now: () => new Date(Date.now() + aheadMs),
    hasMoved: () => {
      learning = learning.then(learnAtLast);
    },
    stop: async () => {
      stopping.abort();
      await learning;
    },
  };
}
