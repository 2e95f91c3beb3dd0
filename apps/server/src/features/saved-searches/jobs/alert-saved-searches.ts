import type { Db } from "../../../platform/db/db.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { dispatchAlerts } from "../use-cases/dispatch-alerts.ts";
import { sendAlert } from "../use-cases/send-alert.ts";

/** Finds the searches whose morning it is. */
export const alertSavedSearches = (db: Db): JobHandler => ({ run: (_job, signal) => dispatchAlerts(db, signal) });

/** Notes, notification and mail commit with the job's completion: after a crash all of it happens again, or none. */
export const alertSavedSearch = (siteUrl: string): JobHandler => ({
  inTransaction: (tx, job) => sendAlert(tx, job.entityId, siteUrl),
});
