import type { Db } from "../../platform/db/db.ts";
import { publishEvent, topicAudience, userAudience } from "../../platform/realtime/publish-event.ts";

/** Open pages of the listing, and its owner's own pages, read again. */
export async function publishListingChange(db: Db, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  for (const audience of [topicAudience("item", id), userAudience(ownerId)]) {
    await publishEvent(db, { audience, type: "listing_changed", data: { itemId: id } });
  }
}
