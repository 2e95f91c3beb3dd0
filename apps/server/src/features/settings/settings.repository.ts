import { inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/db.ts";
import { platformSettings } from "./platform-settings.table.ts";

type Decided = { key: string; value: unknown };

export async function selectDecidedSettings(db: Db): Promise<Decided[]> {
  return db.select({ key: platformSettings.key, value: platformSettings.value }).from(platformSettings);
}

/** The same within another query, as text. */
export const decidedSettings = (): SQL<string | null> =>
  sql`(select jsonb_object_agg(key, value)::text from platform_settings)`;

/** Until the transaction ends nobody else writes; reading goes on. */
export async function lockSettings(db: Db): Promise<void> {
  await db.execute(sql`lock table ${platformSettings} in share row exclusive mode`);
}

export async function upsertSettings(db: Db, decided: readonly Decided[], updatedBy: string): Promise<void> {
  if (decided.length === 0) return;
  await db
    .insert(platformSettings)
    .values(decided.map((one) => ({ ...one, updatedBy })))
    .onConflictDoUpdate({
      target: platformSettings.key,
      set: { value: sql`excluded.value`, updatedBy, updatedAt: sql`app_now()` },
    });
}

export async function deleteSettings(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(platformSettings).where(inArray(platformSettings.key, [...keys]));
}
