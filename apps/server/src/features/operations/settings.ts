import {
  type PlatformSettings,
  type SettingKey,
  platformSettings as settingsSchema,
} from "@nexby/contract/admin/settings";
import { inArray, type SQL, sql } from "drizzle-orm";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { platformSettings } from "../../schema/content.ts";
import { listAuditEntries } from "./audit-log.queries.ts";

type Decided = { key: string; value: unknown };

async function selectDecidedSettings(db: Db): Promise<Decided[]> {
  return db.select({ key: platformSettings.key, value: platformSettings.value }).from(platformSettings);
}

/** The same within another query, as text. */
export const decidedSettings = (): SQL<string | null> =>
  sql`(select jsonb_object_agg(key, value)::text from platform_settings)`;

/** Until the transaction ends nobody else writes; reading goes on. */
async function lockSettings(db: Db): Promise<void> {
  await db.execute(sql`lock table ${platformSettings} in share row exclusive mode`);
}

async function upsertSettings(db: Db, decided: readonly Decided[], updatedBy: string): Promise<void> {
  if (decided.length === 0) return;
  await db
    .insert(platformSettings)
    .values(decided.map((one) => ({ ...one, updatedBy })))
    .onConflictDoUpdate({
      target: platformSettings.key,
      set: { value: sql`excluded.value`, updatedBy, updatedAt: sql`app_now()` },
    });
}

async function deleteSettings(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(platformSettings).where(inArray(platformSettings.key, [...keys]));
}

/** All settings are one thing to the record of what administrators do. */
const SETTINGS = { entityType: "settings", entityId: "settings" };

export async function getPlatformSettings(db: Db): Promise<PlatformSettings> {
  return settingsOf(Object.fromEntries((await selectDecidedSettings(db)).map(({ key, value }) => [key, value])));
}

/** As text they are nearly always those of the last time, and checking them costs more than any query. */
let latest: { text: string; settings: PlatformSettings } | undefined;

export function settingsOfText(text: string): PlatformSettings {
  latest = latest?.text === text ? latest : { text, settings: settingsOf(JSON.parse(text)) };
  return latest.settings;
}

/** What administrators have decided, and the defaults for the rest. A key or value this build does not know is passed over. */
function settingsOf(decided: Readonly<Record<string, unknown>>): PlatformSettings {
  const known = Object.entries(settingsSchema.shape).filter(([key, schema]) => schema.safeParse(decided[key]).success);
  return settingsSchema.parse(Object.fromEntries(known.map(([key]) => [key, decided[key]])));
}

type Query = { limit: number; cursor?: string | undefined };

export const listSettingsHistory = (db: Db, query: Query) => listAuditEntries(db, SETTINGS, query);

const DEFAULTS = settingsSchema.parse({});
const KEYS = Object.keys(DEFAULTS) as SettingKey[];

/** A list is the same when it says the same. */
const isSame = (key: SettingKey, one: PlatformSettings, other: PlatformSettings) =>
  JSON.stringify(one[key]) === JSON.stringify(other[key]);

/** Changes what is given. Only what differs from the defaults is stored, so that a new default reaches everybody else. */
export async function updateSettings(
  db: Db,
  viewer: Viewer,
  changes: Partial<PlatformSettings>,
): Promise<PlatformSettings> {
  return db.transaction(async (tx) => {
    await lockSettings(tx);
    const before = await getPlatformSettings(tx);
    const after = settingsSchema.parse({ ...before, ...changes });
    const changed = KEYS.filter((key) => !isSame(key, after, before));
    if (changed.length === 0) return before;

    const decided = changed.filter((key) => !isSame(key, after, DEFAULTS)).map((key) => ({ key, value: after[key] }));
    await upsertSettings(tx, decided, viewer.id);
    await deleteSettings(
      tx,
      changed.filter((key) => isSame(key, after, DEFAULTS)),
    );
    const only = (settings: PlatformSettings) => Object.fromEntries(changed.map((key) => [key, settings[key]]));
    const act = { actorId: viewer.id, action: "settings_changed", ...SETTINGS };
    await recordAudit(tx, { ...act, details: { before: only(before), after: only(after) } });
    return after;
  });
}
