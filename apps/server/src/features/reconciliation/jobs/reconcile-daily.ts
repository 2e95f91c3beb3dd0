import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { findLastRun } from "../runs.repository.ts";
import { reconcile } from "../use-cases/reconcile.ts";

const HOUR_UTC = 6;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The last 06:00 UTC that has passed. */
export const lastDueAt = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - HOUR_UTC * HOUR_MS) / DAY_MS) * DAY_MS + HOUR_UTC * HOUR_MS);

/** Asked again and again, it compares once a day; after days without a server, once. */
export async function reconcileDaily({ db, payments }: { db: Db; payments: PaymentsPort }): Promise<void> {
  const due = lastDueAt(await readClock(db));
  const last = await findLastRun(db);
  if (!last || last.startedAt < due) await reconcile({ db, payments });
}
