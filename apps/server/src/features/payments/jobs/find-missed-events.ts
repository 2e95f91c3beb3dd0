import type { ProviderEvent, TimeRange } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import type { MoneyDeps } from "../deps.ts";
import type { Subjects } from "../subjects.ts";
import { receiveEvent } from "../use-cases/receive-event.ts";
import { findReadUntil, noteReadUntil } from "../webhook-events.repository.ts";

type Deps = MoneyDeps & { subjects: Subjects };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So long the provider keeps them: nobody may have looked for days. */
const LOOK_BACK_MS = 30 * DAY_MS;
/** Events are not told in order: some of the last hour may still be on their way. */
const OVERLAP_MS = HOUR_MS;

/**
 * Looks for events that did not reach us, and treats them as if they had. Everything is read that happened since it was
 * last read to the end, day by day: a look that breaks off is gone on with at the day it had come to.
 */
export const findMissedEvents = (deps: Deps): JobHandler => ({
  run: async () => {
    const { db } = deps;
    const now = (await readClock(db)).getTime();
    let read = Math.max(now - LOOK_BACK_MS, (await findReadUntil(db))?.getTime() ?? 0);
    while (read < now) {
      const until = Math.min(read + DAY_MS, now);
      // The last one is open: the provider's clock may be ahead of ours.
      const isLast = until === now;
      await receiveAll(deps, { from: new Date(read - OVERLAP_MS), ...(!isLast && { until: new Date(until) }) });
      await noteReadUntil(db, new Date(until));
      read = until;
    }
  },
});

async function receiveAll({ db, payments, subjects }: Deps, range: TimeRange): Promise<void> {
  let cursor: string | undefined;
  do {
    const page: { items: ProviderEvent[]; nextCursor: string | null } = await payments.listEvents(range, cursor);
    for (const event of page.items) await receiveEvent(db, event, { source: "replay", subjects });
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
