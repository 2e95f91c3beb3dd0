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

/** The user lock serializes concurrent requests, so the limit cannot be exceeded. */
export async function createSavedSearch(
  db: Db,
  geocoding: GeocodingPort,
  userId: string,
  input: SavedSearch,
): Promise<NamedSearch> {
  const search = await withPosition(geocoding, input);
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

/** A change of criteria restarts the search: only items listed from now on count as new. */
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
    const isRestarted =
      !isDeepStrictEqual(criteriaOf(before), criteriaOf(after)) || (after.hasAlerts && !before.hasAlerts);
    await updateSearchRow(tx, id, {
      ...columns,
      categoryId: category,
      nextAlertAt: alertTime(row, after, columns.timezone, now),
      ...(isRestarted && { newSince: now }),
    });
    return getSearch(tx, id);
  });
}

/** Keeps a pending alert time unless the time zone changed. */
function alertTime(before: SavedSearchRow, after: SavedSearch, timezone: string, now: Date): Date | null {
  if (!after.hasAlerts) return null;
  return timezone === before.timezone && before.nextAlertAt ? before.nextAlertAt : nextMorning(now, timezone);
}

/** The criteria that decide which items match. */
const criteriaOf = ({ name: _, hasAlerts: __, location: ___, ...criteria }: SavedSearch) => criteria;

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
