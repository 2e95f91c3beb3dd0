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

/**
 * Deletes search terms that no listing uses anymore, so that typos aren't corrected to them. Each hourly run covers
 * one part; a day covers all.
 */
export async function deleteUnusedTerms(db: Db): Promise<void> {
  const part = (await readClock(db)).getUTCHours();
  const { stems } = await searchStatistics(db);
  await deleteTermsOfPart(db, { part, of: PARTS, frequent: [...stems.keys()] });
}

type Part = { part: number; of: number; frequent: readonly string[] };

/**
 * Frequent terms are skipped: the index would return too many listings for them. The lock waits for listings being
 * written that rely on a term.
 */
export async function deleteTermsOfPart(db: Db, { part, of, frequent }: Part): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('search_terms'))`);
    await tx.execute(sql`
      delete from ${searchTerms}
      where abs(hashtext(term)::bigint) % ${of} = ${part} and lexeme <> all (${sql.param([...frequent])}::text[])
        and not exists (select 1 from item_tokens where ${indexedTokens} && array[search_token(lexeme)])`);
  });
}

/** Enqueues an alert for each saved search that is due. */
export const alertSavedSearches = (db: Db): JobHandler => ({ run: (_job, signal) => dispatchAlerts(db, signal) });

/**
 * Alert rows, notification and mail commit together with the job: after a crash, all of it runs again or none of it.
 */
export const alertSavedSearch = (siteUrl: string): JobHandler => ({
  inTransaction: (tx, job) => sendAlert(tx, job.entityId, siteUrl),
});

export const REFRESH_RECOMMENDATIONS = "refresh_recommendations";

const REFRESH_DELAY_MS = 10 * 60_000;

/** Delayed so that one refresh covers everything the user views in one visit. */
export async function recommendLater(db: Db, userId: string): Promise<void> {
  const at = new Date((await readClock(db)).getTime() + REFRESH_DELAY_MS);
  await enqueueJob(db, { type: REFRESH_RECOMMENDATIONS, entityType: "user", entityId: userId, at, maxRetries: 1 });
}

export const refreshRecommendations = (db: Db, geocoding: GeocodingPort): JobHandler => ({
  run: (job) => makeRecommendations(db, geocoding, job.entityId),
});
