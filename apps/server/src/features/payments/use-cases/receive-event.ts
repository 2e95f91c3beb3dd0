import type { ProviderEvent } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { queueEvent } from "../queue-money-job.ts";
import type { Subjects } from "../subjects.ts";
import { insertEvent, type WebhookEvent } from "../webhook-events.repository.ts";

type Reception = { source: WebhookEvent["source"]; subjects: Subjects };

/** Writes an event down, once, with the job that looks at what it is about. False when it is known already. */
export async function receiveEvent(db: Db, event: ProviderEvent, { source, subjects }: Reception): Promise<boolean> {
  const isOurs = Object.hasOwn(subjects, event.objectType);
  return db.transaction(async (tx) => {
    if (!(await insertEvent(tx, event, { source, status: isOurs ? "received" : "ignored" }))) return false;
    if (isOurs) await queueEvent(tx, event.id);
    return true;
  });
}
