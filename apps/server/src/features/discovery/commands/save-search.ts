import { isDeepStrictEqual } from "node:util";
import {
  MAX_SAVED_SEARCHES,
  type SavedSearch,
  type SavedSearchChange,
  searchContradictionsOf,
} from "@nexby/contract/discovery/saved-searches";
import { nextMorning } from "@nexby/domain/search/counted-search";
import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { lockUser } from "../../accounts/public.ts";
import {
  chosenCategory,
  columnsOf,
  countSearches,
  deleteSearch as deleteRow,
  getSearch,
  insertSearch,
  lockOwnSearch,
  type NamedSearch,
  type SavedSearchRow,
  searchOf,
  updateSearchRow,
  withPosition,
} from "../saved-searches.queries.ts";

/** Of several at once, the person's lock lets one after the other count what there is. */
export async function createSavedSearch(
  db: Db,
  geocoding: GeocodingPort,
  userId: string,
  wanted: SavedSearch,
): Promise<NamedSearch> {
  const search = await withPosition(geocoding, wanted);
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await countSearches(tx, userId)) >= MAX_SAVED_SEARCHES) throw new AppError("too_many_saved_searches");
    const id = newId();
    const columns = columnsOf(search);
    const nextAlertAt = search.hasAlerts ? nextMorning(await readClock(tx), columns.timezone) : null;
    const categoryId = await chosenCategory(tx, search.category);
    await insertSearch(tx, { ...columns, id, userId, categoryId, nextAlertAt });
    return getSearch(tx, id);
  });
}

/** Changes what is given. A search for something else begins anew: only what comes from now on is new to it. */
export async function updateSearch(
  db: Db,
  geocoding: GeocodingPort,
  { userId, id, change }: { userId: string; id: string; change: SavedSearchChange },
): Promise<NamedSearch> {
  const given = await withPosition(geocoding, change);
  return db.transaction(async (tx) => {
    const row = await lockOwnSearch(tx, userId, id);
    if (!row) throw new AppError("not_found", "Saved search not found");
    const before = searchOf(row);
    const category = given.category === undefined ? before.category : await chosenCategory(tx, given.category);
    const after = assertConsistent({ ...before, ...definedIn(given), category });
    const now = await readClock(tx);
    const columns = columnsOf(after);
    const isAnother = !isDeepStrictEqual(wantedBy(before), wantedBy(after)) || (after.hasAlerts && !before.hasAlerts);
    await updateSearchRow(tx, id, {
      ...columns,
      categoryId: category,
      nextAlertAt: alertTime(row, after, columns.timezone, now),
      ...(isAnother && { newSince: now }),
    });
    return getSearch(tx, id);
  });
}

/** A new name does not put off what is due. */
function alertTime(before: SavedSearchRow, after: SavedSearch, timezone: string, now: Date): Date | null {
  if (!after.hasAlerts) return null;
  return timezone === before.timezone && before.nextAlertAt ? before.nextAlertAt : nextMorning(now, timezone);
}

/** What decides which items fit. */
const wantedBy = ({ name: _, hasAlerts: __, location: ___, ...wanted }: SavedSearch) => wanted;

const definedIn = (change: SavedSearchChange): Partial<SavedSearch> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

function assertConsistent(search: SavedSearch): SavedSearch {
  const details = searchContradictionsOf(search);
  if (details.length > 0) throw new AppError("validation_failed", details[0]?.message, { details });
  return search;
}

export async function deleteSearch(db: Db, userId: string, id: string): Promise<void> {
  if (!(await deleteRow(db, userId, id))) throw new AppError("not_found", "Saved search not found");
}
