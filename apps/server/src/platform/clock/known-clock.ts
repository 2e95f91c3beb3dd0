import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db/db.ts";
import { readClock } from "./clock.ts";

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
