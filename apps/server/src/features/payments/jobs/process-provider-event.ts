import { PaymentProblem } from "../../../adapters/payments/payments.port.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import type { MoneyDeps } from "../deps.ts";
import type { Subjects } from "../subjects.ts";
import { findEvent, noteProcessed, noteUnknown, type WebhookEvent } from "../webhook-events.repository.ts";

/** It may belong to something we have not written down yet; only after several tries nobody knows it. */
class UnknownObject extends Error {
  override name = "UnknownObject";
}

type Deps = MoneyDeps & { subjects: Subjects };

/** Looks at what an event is about. The event's own words may be old: what counts is what is so now. */
export const processProviderEvent = (deps: Deps): JobHandler => ({
  run: async ({ entityId }) => {
    const event = await findEvent(deps.db, entityId);
    if (!event || event.status === "processed" || event.status === "ignored") return;
    if (!(await isKnown(deps, event))) throw new UnknownObject(`Nothing here is ${event.objectType} ${event.objectId}`);
    await noteProcessed(deps.db, event.id);
  },
  onDead: (tx, { entityId }, reason) => noteUnknown(tx, entityId, reason),
});

async function isKnown(deps: Deps, { objectType, objectId, accountId }: WebhookEvent): Promise<boolean> {
  try {
    return (await deps.subjects[objectType]?.(deps, { objectId, accountId })) ?? false;
  } catch (error) {
    if (error instanceof PaymentProblem && error.reason === "resource_missing") return false;
    throw error;
  }
}
