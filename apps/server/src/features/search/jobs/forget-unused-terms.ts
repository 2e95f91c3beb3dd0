import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { deleteUnusedTerms } from "../forgotten-terms.repository.ts";
import { searchStatistics } from "../search-statistics.repository.ts";

const PARTS = 24;

/** Forgets words whose last listing is gone, so that nobody's slip is taken for one; each hour a part, each day all. */
export async function forgetUnusedTerms(db: Db): Promise<void> {
  const part = (await readClock(db)).getUTCHours();
  const { stems } = await searchStatistics(db);
  await deleteUnusedTerms(db, { part, of: PARTS, frequent: [...stems.keys()] });
}
