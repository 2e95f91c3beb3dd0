import { DAY } from "@nexby/domain/kernel/duration";
import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import { nextMorning } from "@nexby/domain/search/counted-search";
import { and, asc, eq, exists, inArray, isNull, lt, lte, sql } from "drizzle-orm";
import { readClock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/job.ts";
import { type Email, queueMail } from "../../../platform/outbox.ts";
import { savedSearchAlerts, savedSearches } from "../../../schema/collections.ts";
import { items } from "../../../schema/listings.ts";
import { findUser } from "../../accounts/public.ts";
import { notify } from "../../notifications/public.ts";
import { filterOf, findSearch, type NamedSearch, type SavedSearchRow } from "../saved-searches.queries.ts";
import { searchItems } from "../search/search-items.ts";

type DueSearch = { id: string; timezone: string };

/** Those whose time has come and that nobody else is sending on their way. */
async function lockDueSearches(db: Db, most: number): Promise<DueSearch[]> {
  return db
    .select({ id: savedSearches.id, timezone: savedSearches.timezone })
    .from(savedSearches)
    .where(lte(savedSearches.nextAlertAt, sql`app_now()`))
    .orderBy(asc(savedSearches.nextAlertAt))
    .limit(most)
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

/** Of items that fit a search: how old they are, whose, and whether the search has told of them. */
async function selectCandidates(db: Db, searchId: string, itemIds: readonly string[]) {
  if (itemIds.length === 0) return [];
  const told = db
    .select({ one: sql`1` })
    .from(savedSearchAlerts)
    .where(and(eq(savedSearchAlerts.searchId, searchId), eq(savedSearchAlerts.itemId, items.id)));
  return db
    .select({
      id: items.id,
      title: items.title,
      dailyRateCents: items.dailyRateCents,
      location: items.location,
      ownerId: items.ownerId,
      createdAt: items.createdAt,
      isTold: sql<boolean>`${exists(told)}`,
    })
    .from(items)
    .where(and(inArray(items.id, [...itemIds]), isNull(items.deletedAt)));
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
 * Hands every due search to the workers and sets its next morning, a page per transaction: however many there are and
 * wherever it stops, each search of a day becomes one job. After days without a worker there is one alert, not several.
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
 * Tells of what is new for a search, in one transaction with the note that it was told. What is more than a mail holds
 * comes with the next one. Beyond thirty days nothing is new, so notes that old have no use.
 */
export async function sendAlert(tx: Db, searchId: string, siteUrl: string): Promise<void> {
  const named = await findSearch(tx, searchId);
  if (!named?.search.nextAlertAt) return;
  const { search } = named;
  const person = await findUser(tx, search.userId);
  if (!person || person.suspendedAt) return;
  const longAgo = new Date((await readClock(tx)).getTime() - DAYS_NEW * DAY);
  await deleteAlertsBefore(tx, searchId, longAgo);
  const since = search.newSince > longAgo ? search.newSince : longAgo;
  const items = await findNewMatches(tx, search, { since, most: MAX_ITEMS });
  if (items.length === 0) return;
  await insertAlerts(
    tx,
    searchId,
    items.map(({ id }) => id),
  );
  await notify(tx, { userId: person.id, type: "other", ...alertNotification(named, items) });
  if (person.notifyEmail) await queueMail(tx, { to: person.email, ...alertMail(named, items, siteUrl) });
}

const countOf = (count: number) => `${count} new ${count === 1 ? "item" : "items"}`;

/** What a person is told about a search, inside the product and in one line. */
const alertNotification = (named: NamedSearch, items: readonly NewMatch[]) => ({
  title: `${countOf(items.length)} for “${named.search.name}”`,
  message: items.map(({ title }) => title).join(", "),
  actionUrl: browsePathOf(named),
});

function alertMail(
  named: NamedSearch,
  items: readonly NewMatch[],
  siteUrl: string,
): { subject: string; letter: Email } {
  const { title, actionUrl } = alertNotification(named, items);
  const lines = items.map(
    (item) =>
      `${item.title}: $${decimalFromCents(cents(item.dailyRateCents))} a day in ${item.location}. ${siteUrl}/listings/${item.id}`,
  );
  const end = `You get this at most once a day. To stop it, switch the alerts off: ${siteUrl}/saved?tab=searches`;
  return {
    subject: title,
    letter: { title, paragraphs: [...lines, end], action: { label: "See what fits", url: siteUrl + actionUrl } },
  };
}

/** The page on which a search shows what it finds, the newest first. */
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
/** Of a search that finds very much, the newest are looked at. */
const MAX_PAGES = 4;

type Wanted = { since: Date; most: number };

/** Items listed since then that fit, the newest first: not the person's own, and none the search has told of. */
async function findNewMatches(db: Db, search: SavedSearchRow, { since, most }: Wanted): Promise<NewMatch[]> {
  const fresh: NewMatch[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && fresh.length < most; page += 1) {
    const found = await searchItems(db, { ...filterOf(search), sort: "newest", limit: ITEMS_PER_PAGE, cursor });
    const candidates = await inOrder(db, search.id, found.items);
    const recent = candidates.filter(({ createdAt }) => createdAt > since);
    fresh.push(...recent.filter(({ isTold, ownerId }) => !isTold && ownerId !== search.userId));
    if (recent.length < candidates.length || found.nextCursor === null) break;
    cursor = found.nextCursor;
  }
  return fresh.slice(0, most);
}

async function inOrder(db: Db, searchId: string, found: readonly { id: string }[]): Promise<NewMatch[]> {
  const ids = found.map(({ id }) => id);
  const known = new Map((await selectCandidates(db, searchId, ids)).map((item) => [item.id, item]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
