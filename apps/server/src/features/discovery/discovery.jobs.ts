import { sql } from "drizzle-orm";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { enqueueJob, type JobHandler } from "../../platform/jobs/job.ts";
import { searchTerms } from "../../schema/search.ts";
import { dispatchAlerts, sendAlert } from "./commands/send-search-alerts.ts";
import { makeRecommendations } from "./recommendations.ts";
import { searchStatistics } from "./search/search-statistics.ts";
import { indexedTokens } from "./search/search-tokens.ts";

const PARTS = 24;

/** Forgets words whose last listing is gone, so that nobody's slip is taken for one; each hour a part, each day all. */
export async function removeUnusedTerms(db: Db): Promise<void> {
  const part = (await readClock(db)).getUTCHours();
  const { stems } = await searchStatistics(db);
  await deleteUnusedTerms(db, { part, of: PARTS, frequent: [...stems.keys()] });
}

type Part = { part: number; of: number; frequent: readonly string[] };

/**
 * Deletes the words of one part that no listing has any more. Frequent ones are passed over: of those the index would
 * list very many. The lock waits for listings that are just being written and rely on a word.
 */
export async function deleteUnusedTerms(db: Db, { part, of, frequent }: Part): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('search_terms'))`);
    await tx.execute(sql`
      delete from ${searchTerms}
      where abs(hashtext(term)::bigint) % ${of} = ${part} and lexeme <> all (${sql.param([...frequent])}::text[])
        and not exists (select 1 from item_tokens where ${indexedTokens} && array[search_token(lexeme)])`);
  });
}

/** Finds the searches whose morning it is. */
export const alertSavedSearches = (db: Db): JobHandler => ({ run: (_job, signal) => dispatchAlerts(db, signal) });

/** Notes, notification and mail commit with the job's completion: after a crash all of it happens again, or none. */
export const alertSavedSearch = (siteUrl: string): JobHandler => ({
  inTransaction: (tx, job) => sendAlert(tx, job.entityId, siteUrl),
});

export const REFRESH_RECOMMENDATIONS = "refresh_recommendations";

const REST_MS = 10 * 60_000;

/** A while after somebody looked at something, so that all they look at in one visit is in it. */
export async function recommendLater(db: Db, userId: string): Promise<void> {
  const at = new Date((await readClock(db)).getTime() + REST_MS);
  await enqueueJob(db, { type: REFRESH_RECOMMENDATIONS, entityType: "user", entityId: userId, at, maxRetries: 1 });
}

/** For people who were here: their next visit finds it ready. */
export const refreshRecommendations = (db: Db, geocoding: GeocodingPort): JobHandler => ({
  run: (job) => makeRecommendations(db, geocoding, job.entityId),
});
