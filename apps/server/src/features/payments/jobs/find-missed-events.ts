import type { ProviderEvent } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import type { MoneyDeps } from "../deps.ts";
import type { Subjects } from "../subjects.ts";
import { receiveEvent } from "../use-cases/receive-event.ts";
import { findLatestEventTime } from "../webhook-events.repository.ts";

type Deps = MoneyDeps & { subjects: Subjects };

/** So long the provider keeps what it could not deliver: nobody may have looked for days. */
const LOOK_BACK_MS = 30 * 24 * 3_600_000;
/** Events are not told in order: some of the last hour may still be on their way. */
const OVERLAP_MS = 3_600_000;
const MOST_PAGES = 50;

/**
 * Looks for events that did not reach us, and treats them as if they had: those the provider could not deliver, and
 * all since the latest we know, for the case that nobody delivers.
 */
export const findMissedEvents = (deps: Deps): JobHandler => ({
  run: async () => {
    const { db } = deps;
    const latest = await findLatestEventTime(db);
    const lookBack = new Date((await readClock(db)).getTime() - LOOK_BACK_MS);
    await receiveAll(deps, { from: lookBack, isMissed: true });
    await receiveAll(deps, { from: latest ? new Date(latest.getTime() - OVERLAP_MS) : lookBack, isMissed: false });
  },
});

async function receiveAll({ db, payments, subjects }: Deps, filter: { from: Date; isMissed: boolean }): Promise<void> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { items, nextCursor }: { items: ProviderEvent[]; nextCursor: string | null } = await payments.listEvents(
      filter,
      cursor,
    );
    for (const event of items) await receiveEvent(db, event, { source: "replay", subjects });
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}
