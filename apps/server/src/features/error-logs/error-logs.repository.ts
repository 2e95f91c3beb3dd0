import { lt, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { storableJson } from "../../platform/db/storable-json.ts";
import { errorLogs } from "./error-logs.table.ts";

const DAYS_KEPT = 30;

export async function insertErrorLog(db: Db, entry: typeof errorLogs.$inferInsert): Promise<void> {
  await db.insert(errorLogs).values(storableJson(entry));
}

export async function forgetOldErrors(db: Db): Promise<void> {
  await db.delete(errorLogs).where(lt(errorLogs.createdAt, sql`now() - ${DAYS_KEPT} * interval '1 day'`));
}
