import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import {
  countFinished,
  countRecurringRuns,
  countUnfinished,
  findNextJob,
  selectFailures,
} from "../clock-jobs.repository.ts";
import { findLastJourney } from "../journeys.repository.ts";

export type ClockJobs = Awaited<ReturnType<typeof getClockJobs>>;

/** What the last journey set off. Before the first there is only what is to come. */
export async function getClockJobs({ db, canMove }: { db: Db; canMove: boolean }) {
  if (!canMove) throw new AppError("not_found");
  const journey = await findLastJourney(db);
  const [unfinished, next, kinds, recurringRuns, failures] = await Promise.all([
    countUnfinished(db),
    findNextJob(db),
    journey ? countFinished(db, journey.from) : [],
    journey ? countRecurringRuns(db, journey.from) : 0,
    journey ? selectFailures(db, journey.from) : [],
  ]);
  return { unfinished, next, kinds, recurringRuns, failures };
}
