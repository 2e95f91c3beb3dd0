import type { Db } from "../../platform/db/db.ts";
import { publishEvent, topicAudience } from "../../platform/realtime/publish-event.ts";

/** Whoever looks at the item learns that its free days are others now. */
export const publishAvailabilityChange = (db: Db, itemId: string): Promise<void> =>
  publishEvent(db, { audience: topicAudience("item", itemId), type: "availability_changed", data: { itemId } });
