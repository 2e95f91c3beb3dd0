import type { Db } from "../../platform/db/db.ts";
import type { Write } from "../../platform/db/write-together.ts";
import { eventToWrite, type NewEvent, publishEvent, topicAudience } from "../../platform/realtime/publish-event.ts";

/** Whoever looks at the item learns that its free days are others now. */
export const publishAvailabilityChange = (db: Db, itemId: string): Promise<void> => publishEvent(db, changeOf(itemId));

/** The same as a write of its own, to be sent with others. */
export const availabilityChange = (db: Db, itemId: string): Write => eventToWrite(db, changeOf(itemId));

const changeOf = (itemId: string): NewEvent => ({
  audience: topicAudience("item", itemId),
  type: "availability_changed",
  data: { itemId },
});
