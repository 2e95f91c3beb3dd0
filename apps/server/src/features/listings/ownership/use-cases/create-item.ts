import type { Listing } from "@nexby/contract/listing-fields";
import type { Viewer } from "../../../../platform/auth/viewer.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { newId } from "../../../../platform/ids/new-id.ts";
import { lockUser } from "../../../accounts/public.ts";
import { getSettings } from "../../../settings/public.ts";
import { deleteDraft } from "../../drafts/listing-drafts.repository.ts";
import { publishListingChange } from "../../listing-events.ts";
import { assertMayList } from "../assert-may-list.ts";
import { saveChoices } from "../listing-choices.ts";
import { columnsOf } from "../listing-columns.ts";
import { type PlaceDeps, resolvePlace } from "../listing-place.ts";
import { insertItem } from "../listings.repository.ts";
import { getOwnItem, type OwnListing } from "./get-own-item.ts";

/** Lists an item. What was kept of its form while it was filled in is not needed any more. */
export async function createItem(db: Db, deps: PlaceDeps, viewer: Viewer, listing: Listing): Promise<OwnListing> {
  await assertMayList(db, viewer.id);
  // Before the transaction, for somebody else may be asked where this is.
  const place = await resolvePlace(deps, viewer.id, listing);
  const item = { id: newId(), ownerId: viewer.id };
  return db.transaction(async (tx) => {
    await lockUser(tx, viewer.id);
    const cancellationPolicy = listing.cancellationPolicy ?? (await getSettings(tx)).defaultCancellationPolicy;
    await insertItem(tx, { ...columnsOf({ ...listing, cancellationPolicy }), ...place, ...item });
    await saveChoices(tx, item, listing);
    await deleteDraft(tx, viewer.id, null);
    await publishListingChange(tx, item);
    return getOwnItem(tx, viewer.id, item.id);
  });
}
