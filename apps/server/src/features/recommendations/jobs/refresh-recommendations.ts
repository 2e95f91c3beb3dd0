import type { GeocodingPort } from "../../../adapters/geocoding/geocoding.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { makeRecommendations } from "../use-cases/make-recommendations.ts";

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
