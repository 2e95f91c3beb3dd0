import type { Db } from "../../../platform/db/db.ts";
import { tellAdministrators } from "../../accounts/public.ts";
import { queueEvent } from "../queue-money-job.ts";
import { countLooks, giveUpEvents } from "../webhook-events.repository.ts";

const MOST = 500;
const MOST_NAMED = 10;

/**
 * An event whose job could not find out what it is about, because the provider was away for longer than a job waits or
 * because nothing here is known by that name, is looked at again: less often as it ages, and not for ever.
 */
export async function resumeEvents(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const givenUp = await giveUpEvents(tx);
    if (givenUp.length > 0) await tellOfLostEvents(tx, givenUp);
    for (const id of await countLooks(tx, MOST)) await queueEvent(tx, id);
  });
}

/** One message for all of them: what made one unknown may have done so to many. */
async function tellOfLostEvents(tx: Db, ids: readonly string[]): Promise<void> {
  const count = ids.length === 1 ? "One event" : `${ids.length} events`;
  const named = ids.slice(0, MOST_NAMED).join(", ");
  await tellAdministrators(tx, {
    type: "payment",
    title: "What the card provider told could not be followed",
    message: `${count} could not be followed for days: the provider did not answer, or what it told of is not ours. We stopped trying. Please look in the provider's dashboard: ${named}${ids.length > MOST_NAMED ? ", …" : "."}`,
    data: { eventIds: ids.slice(0, MOST_NAMED) },
  });
}
