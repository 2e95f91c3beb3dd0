import { DAY } from "@nexby/domain/kernel/duration";
import { decimalFromCents } from "@nexby/domain/kernel/money";
import { nextMorning } from "@nexby/domain/search/counted-search";
import { and, asc, eq, exists, inArray, isNull, lt, lte, not, sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import type { Email } from "../../../platform/email/render-email.ts";
import { enqueueJob } from "../../../platform/jobs/job.ts";
import { savedSearchAlerts, savedSearches } from "../../../schema/collections.ts";
import { items } from "../../../schema/listings.ts";
import { findUser } from "../../accounts/public.ts";
import { findItemsByIds, type ItemRow } from "../../listings/public.ts";
import { isPairBlocked } from "../../messaging/public.ts";
import { mailItemOf, notify } from "../../notifications/public.ts";
import { filterOf, findSearch, type NamedSearch, type SavedSearchRow } from "../saved-searches.queries.ts";
import { searchItems } from "../search/search-items.ts";

type DueSearch = { id: string; timezone: string };

/** Skips rows that another worker has locked. */
async function lockDueSearches(db: Db, limit: number): Promise<DueSearch[]> {
  return db
    .select({ id: savedSearches.id, timezone: savedSearches.timezone })
    .from(savedSearches)
    .where(lte(savedSearches.nextAlertAt, sql`app_now()`))
    .orderBy(asc(savedSearches.nextAlertAt))
    .limit(limit)
    .for("no key update", { skipLocked: true });
}

async function updateAlertTimes(db: Db, next: readonly { id: string; at: Date }[]): Promise<void> {
  if (next.length === 0) return;
  const ids = sql.param(next.map(({ id }) => id));
  const times = sql.param(next.map(({ at }) => at.toISOString()));
  await db.execute(sql`
    update ${savedSearches} set next_alert_at = due.at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as due (id, at)
    where ${savedSearches.id} = due.id`);
}

async function selectCandidates(db: Db, { id: searchId, userId }: SavedSearchRow, itemIds: readonly string[]) {
  if (itemIds.length === 0) return [];
  const alerted = db
    .select({ one: sql`1` })
    .from(savedSearchAlerts)
    .where(and(eq(savedSearchAlerts.searchId, searchId), eq(savedSearchAlerts.itemId, items.id)));
  return db
    .select({
      id: items.id,
      title: items.title,
      ownerId: items.ownerId,
      createdAt: items.createdAt,
      wasAlerted: sql<boolean>`${exists(alerted)}`,
    })
    .from(items)
    .where(
      and(
        inArray(items.id, [...itemIds]),
        isNull(items.deletedAt),
        not(isPairBlocked(sql`${userId}::uuid`, items.ownerId)),
      ),
    );
}

async function insertAlerts(db: Db, searchId: string, itemIds: readonly string[]): Promise<void> {
  await db.insert(savedSearchAlerts).values(itemIds.map((itemId) => ({ searchId, itemId })));
}

async function deleteAlertsBefore(db: Db, searchId: string, instant: Date): Promise<void> {
  await db
    .delete(savedSearchAlerts)
    .where(and(eq(savedSearchAlerts.searchId, searchId), lt(savedSearchAlerts.alertedAt, instant)));
}

export const ALERT_SAVED_SEARCH = "alert_saved_search";
const SEARCHES_PER_PAGE = 100;

/**
 * Enqueues one job per due search and schedules its next alert, one page per transaction, so each search gets one job
 * per day even if a run is interrupted. After days without a worker there is one alert, not several.
 */
export async function dispatchAlerts(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await dispatchPage(db)) === SEARCHES_PER_PAGE);
}

async function dispatchPage(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const due = await lockDueSearches(tx, SEARCHES_PER_PAGE);
    const now = await readClock(tx);
    await updateAlertTimes(
      tx,
      due.map(({ id, timezone }) => ({ id, at: nextMorning(now, timezone) })),
    );
    for (const { id } of due) {
      await enqueueJob(tx, { type: ALERT_SAVED_SEARCH, entityType: "saved_search", entityId: id });
    }
    return due.length;
  });
}

const MAX_ITEMS = 10;
const DAYS_NEW = 30;

/**
 * Sends one alert and records its items in the same transaction. Items beyond the limit go into the next alert. Items
 * older than thirty days are never new, so alert rows that old are deleted.
 */
export async function sendAlert(tx: Db, searchId: string, siteUrl: string): Promise<void> {
  const named = await findSearch(tx, searchId);
  if (!named?.search.nextAlertAt) return;
  const { search } = named;
  const user = await findUser(tx, search.userId);
  if (!user || user.suspendedAt) return;
  const cutoff = new Date((await readClock(tx)).getTime() - DAYS_NEW * DAY);
  await deleteAlertsBefore(tx, searchId, cutoff);
  const since = search.newSince > cutoff ? search.newSince : cutoff;
  const items = await findNewMatches(tx, search, { since, limit: MAX_ITEMS });
  if (items.length === 0) return;
  await insertAlerts(
    tx,
    searchId,
    items.map(({ id }) => id),
  );
  const page = browsePathOf(named);
  const found = { search: search.name, items: items.map(({ title }) => title), page };
  const shown = await findItemsByIds(
    tx,
    items.map(({ id }) => id),
  );
  await notify(tx, user.id, { kind: "search_matches", data: found }, ({ title }) =>
    alertLetter({ title, search: search.name, shown }, { siteUrl, page }),
  );
}

type Links = { siteUrl: string; page: string };

type Found = { title: string; search: string; shown: readonly ItemRow[] };

function alertLetter({ title, search, shown }: Found, { siteUrl, page }: Links): Email {
  return {
    title,
    paragraphs: [
      `Someone just listed what you're looking for in “${search}”.`,
      `We send this at most once a day. To stop it, turn off alerts for this search: ${siteUrl}/saved?tab=searches`,
    ],
    items: shown.map((item) => mailItemOf(item, siteUrl)),
    action: { label: "See the results", url: siteUrl + page },
  };
}

/** Browse page with the search's filters, newest first. */
function browsePathOf({ search, category }: NamedSearch): string {
  const { minPrice, maxPrice, ...filter } = filterOf(search);
  const query = {
    ...filter,
    category: category?.slug,
    minPrice: minPrice && decimalFromCents(minPrice),
    maxPrice: maxPrice && decimalFromCents(maxPrice),
    place: search.latitude === null ? null : search.location,
    sort: "newest",
  };
  const path = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value != null) path.set(name, String(value));
  return `/browse?${path}`;
}

type NewMatch = Awaited<ReturnType<typeof selectCandidates>>[number];

const ITEMS_PER_PAGE = 50;
/** Bounds the work for a search with many matches; the newest are checked. */
const MAX_PAGES = 4;

type MatchOptions = { since: Date; limit: number };

/** Newest first, without items already alerted, the user's own, and those of users who blocked each other. */
async function findNewMatches(db: Db, search: SavedSearchRow, { since, limit }: MatchOptions): Promise<NewMatch[]> {
  const matches: NewMatch[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && matches.length < limit; page += 1) {
    const found = await searchItems(db, { ...filterOf(search), sort: "newest", limit: ITEMS_PER_PAGE, cursor });
    const candidates = await inOrder(db, search, found.items);
    const recent = candidates.filter(({ createdAt }) => createdAt > since);
    matches.push(...recent.filter(({ wasAlerted, ownerId }) => !wasAlerted && ownerId !== search.userId));
    if (recent.length < candidates.length || found.nextCursor === null) break;
    cursor = found.nextCursor;
  }
  return matches.slice(0, limit);
}

async function inOrder(db: Db, search: SavedSearchRow, found: readonly { id: string }[]): Promise<NewMatch[]> {
  const ids = found.map(({ id }) => id);
  const known = new Map((await selectCandidates(db, search, ids)).map((item) => [item.id, item]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
