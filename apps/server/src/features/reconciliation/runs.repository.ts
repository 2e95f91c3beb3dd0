import { desc } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { reconciliationRuns } from "./reconciliation-runs.table.ts";

type Run = typeof reconciliationRuns.$inferSelect;

export async function findLastRun(db: Db): Promise<Run | null> {
  const [run] = await db.select().from(reconciliationRuns).orderBy(desc(reconciliationRuns.startedAt)).limit(1);
  return run ?? null;
}

export async function insertRun(db: Db, run: Omit<Run, "id" | "createdAt">): Promise<void> {
  await db.insert(reconciliationRuns).values({ ...run, id: newId() });
}
