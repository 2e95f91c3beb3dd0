import { nextMorning } from "@nexby/domain/search/alert-times";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";
import { lockDueSearches, updateAlertTimes } from "../saved-search-alerts.repository.ts";

export const ALERT_SAVED_SEARCH = "alert_saved_search";
const PAGE_SIZE = 100;

/**
 * Hands every due search to the workers and sets its next morning, a page per transaction: however many there are and
 * wherever it stops, each search of a day becomes one job. After days without a worker there is one alert, not several.
 */
export async function dispatchAlerts(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await dispatchPage(db)) === PAGE_SIZE);
}

async function dispatchPage(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await lockDueSearches(tx, PAGE_SIZE);
    const now = await readClock(tx);
    await updateAlertTimes(
      tx,
      due.map(({ id, timezone }) => ({ id, at: nextMorning(now, timezone) })),
    );
    for (const { id } of due) {
      await enqueueJob(tx, { type: ALERT_SAVED_SEARCH, entityType: "saved_search", entityId: id });
    }
    return due.length;
  });
}
