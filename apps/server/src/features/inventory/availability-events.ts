import type { Db } from "../../platform/db/db.ts";
import type { Insert } from "../../platform/db/insert-together.ts";
import { eventInsert, type NewEvent, publishEvent, topicAudience } from "../../platform/realtime/publish-event.ts";

/** Whoever looks at the item learns that its free days are others now. */
export const publishAvailabilityChange = (db: Db, itemId: string): Promise<void> => publishEvent(db, changeOf(itemId));

/** The same row, to be written with others. */
export const availabilityChange = (itemId: string): Insert => eventInsert(changeOf(itemId));

const changeOf = (itemId: string): NewEvent => ({
  audience: topicAudience("item", itemId),
  type: "availability_changed",
  data: { itemId },
});
