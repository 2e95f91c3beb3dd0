import type { ProviderEvent } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";
import { PROCESS_PROVIDER_EVENT } from "../money-jobs.ts";
import type { Subjects } from "../subjects.ts";
import { insertEvent, type WebhookEvent } from "../webhook-events.repository.ts";

type Reception = { source: WebhookEvent["source"]; subjects: Subjects };

/** Writes an event down, once, with the job that looks at what it is about. False when it is known already. */
export async function receiveEvent(db: Db, event: ProviderEvent, { source, subjects }: Reception): Promise<boolean> {
  const isOurs = Object.hasOwn(subjects, event.objectType);
  return db.transaction(async (tx) => {
    if (!(await insertEvent(tx, event, { source, status: isOurs ? "received" : "ignored" }))) return false;
    if (isOurs) {
      await enqueueJob(tx, { type: PROCESS_PROVIDER_EVENT, entityType: "provider_event", entityId: event.id });
    }
    return true;
  });
}
