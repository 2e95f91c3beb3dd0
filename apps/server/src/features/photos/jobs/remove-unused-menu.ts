import type { StoragePort } from "../../../adapters/storage/storage.port.ts";
import { readClock } from "../../../platform/clock/clock.ts";
import type { Db } from "../../../platform/db/db.ts";
import { enqueueJob } from "../../../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../../../platform/jobs/job-handler.ts";
import { REMOVE_UNUSED_MENU } from "../photo-jobs.ts";

/** Whether a food truck shows this file. */
type IsMenuShown = (db: Db, key: string) => Promise<boolean>;

type Deps = { db: Db; storage: StoragePort; isMenuShown: IsMenuShown };

/** Long enough for a listing that was begun to be finished with the menu it names. */
const MONTH = 30 * 86_400_000;

/** Looks in a month whether the file is shown; and again each month while it is. */
export async function watchMenu(db: Db, menuKey: string): Promise<void> {
  const at = new Date((await readClock(db)).getTime() + MONTH);
  await enqueueJob(db, {
    type: REMOVE_UNUSED_MENU,
    entityType: "menu",
    entityId: menuKey,
    // The look that is under way must not count as this one.
    key: at.toISOString(),
    at,
  });
}

export function removeUnusedMenu({ db, storage, isMenuShown }: Deps): JobHandler {
  return {
    run: async ({ entityId: menuKey }) => {
      if (await isMenuShown(db, menuKey)) await watchMenu(db, menuKey);
      else await storage.remove(menuKey);
    },
  };
}
