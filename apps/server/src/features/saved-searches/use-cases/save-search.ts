import type { SavedSearch } from "@nexby/contract/saved-search-fields";
import { MOST_SAVED_SEARCHES } from "@nexby/contract/saved-searches";
import { nextMorning } from "@nexby/domain/search/alert-times";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { newId } from "../../../platform/ids/new-id.ts";
import { lockUser } from "../../accounts/public.ts";
import { chosenCategory } from "../chosen-category.ts";
import { countSearches, insertSearch, type NamedSearch } from "../saved-searches.repository.ts";
import { columnsOf } from "../search-columns.ts";
import { withPosition } from "../search-place.ts";
import { getSearch } from "./get-search.ts";

/** Of several at once, the person's lock lets one after the other count what there is. */
export async function saveSearch(
  db: Db,
  geocoding: GeocodingPort,
  userId: string,
  wanted: SavedSearch,
): Promise<NamedSearch> {
  const search = await withPosition(geocoding, wanted);
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await countSearches(tx, userId)) >= MOST_SAVED_SEARCHES) throw new AppError("too_many_saved_searches");
    const id = newId();
    const columns = columnsOf(search);
    const nextAlertAt = search.hasAlerts ? nextMorning(await readClock(tx), columns.timezone) : null;
    const categoryId = await chosenCategory(tx, search.category);
    await insertSearch(tx, { ...columns, id, userId, categoryId, nextAlertAt });
    return getSearch(tx, id);
  });
}
