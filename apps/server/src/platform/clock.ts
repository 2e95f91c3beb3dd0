import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { appClock } from "../schema/platform.ts";
import type { Db } from "./db/db.ts";
import { namedStatement } from "./db/statements.ts";

/** Reads the product clock: real time plus the stored offset. */
export async function readClock(db: Db): Promise<Date> {
  const { rows } = await productTime(db, {});
  return new Date(rows[0]?.now ?? Number.NaN);
}

const productTime = namedStatement("product_time", sql`select app_now() as now`);

/** The same for a combined select. */
export const selectClock = (db: Db) =>
  db.select({ now: sql`app_now()`.mapWith((text: string) => new Date(text)) }).from(appClock);

/** Real time, for codes: it never jumps, and users' devices have it, too. */
export async function readRealTime(db: Db): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}

/** Moves the product clock forward; the database rejects moving it back. */
export async function advanceClock(db: Db, milliseconds: number): Promise<void> {
  await db.update(appClock).set({ offsetMs: sql`${appClock.offsetMs} + ${milliseconds}` });
}

/** How far the product clock is ahead of real time, in milliseconds. */
export async function readClockOffset(db: Db): Promise<number> {
  const [row] = await db.select({ offsetMs: appClock.offsetMs }).from(appClock);
  return row?.offsetMs ?? 0;
}

/** Keeps other transactions from moving the clock until this one ends. */
export async function lockClock(db: Db): Promise<void> {
  await db.select().from(appClock).for("update");
}

/** The product clock, cached so that reading it needs no query. */
export type KnownClock = { now(): Date };

const RETRY_DELAY_MS = 1_000;

type Options = { db: Db; onError: (error: unknown) => void };

/**
 * Caches the offset between the product clock and this process's clock. Reads it from the database at startup and after
 * every `hasMoved` call.
 */
export async function knowClock({ db, onError }: Options) {
  const stopping = new AbortController();
  let aheadMs = 0;
  const refresh = async () => {
    aheadMs = (await readClock(db)).getTime() - Date.now();
  };

  const refreshWithRetries = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await refresh();
      } catch (error) {
        onError(error);
        await sleep(RETRY_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };
  await refresh();
  // Refreshes run one after another, so a result read before a move cannot overwrite a newer one.
  let refreshing = Promise.resolve();

  return {
    now: () => new Date(Date.now() + aheadMs),
    hasMoved: () => {
      refreshing = refreshing.then(refreshWithRetries);
    },
    stop: async () => {
      stopping.abort();
      await refreshing;
    },
  };
}
