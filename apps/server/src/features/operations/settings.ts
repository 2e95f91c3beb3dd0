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

type StoredSetting = { key: string; value: unknown };

async function selectStoredSettings(db: Db): Promise<StoredSetting[]> {
  return db.select({ key: platformSettings.key, value: platformSettings.value }).from(platformSettings);
}

/** For use in another query: the stored settings as JSON text. */
export const decidedSettings = (): SQL<string | null> =>
  sql`(select jsonb_object_agg(key, value)::text from platform_settings)`;

/** Blocks other writers until the transaction ends; readers continue. */
async function lockSettings(db: Db): Promise<void> {
  await db.execute(sql`lock table ${platformSettings} in share row exclusive mode`);
}

async function upsertSettings(db: Db, overrides: readonly StoredSetting[], updatedBy: string): Promise<void> {
  if (overrides.length === 0) return;
  await db
    .insert(platformSettings)
    .values(overrides.map((one) => ({ ...one, updatedBy })))
    .onConflictDoUpdate({
      target: platformSettings.key,
      set: { value: sql`excluded.value`, updatedBy, updatedAt: sql`app_now()` },
    });
}

async function deleteSettings(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await db.delete(platformSettings).where(inArray(platformSettings.key, [...keys]));
}

/** The audit log treats all settings as one entity. */
const SETTINGS = { entityType: "settings", entityId: "settings" };

export async function getPlatformSettings(db: Db): Promise<PlatformSettings> {
  return settingsOf(Object.fromEntries((await selectStoredSettings(db)).map(({ key, value }) => [key, value])));
}

/** Caches the last parsed text, because validating it costs more than any query and it rarely changes. */
let latest: { text: string; settings: PlatformSettings } | undefined;

export function settingsOfText(text: string): PlatformSettings {
  latest = latest?.text === text ? latest : { text, settings: settingsOf(JSON.parse(text)) };
  return latest.settings;
}

/** Stored settings plus defaults. Keys and values unknown to this build are ignored. */
function settingsOf(overrides: Readonly<Record<string, unknown>>): PlatformSettings {
  const known = Object.entries(settingsSchema.shape).filter(
    ([key, schema]) => schema.safeParse(overrides[key]).success,
  );
  return settingsSchema.parse(Object.fromEntries(known.map(([key]) => [key, overrides[key]])));
}

type Query = { limit: number; cursor?: string | undefined };

export const listSettingsHistory = (db: Db, query: Query) => listAuditEntries(db, SETTINGS, query);

const DEFAULTS = settingsSchema.parse({});
const KEYS = Object.keys(DEFAULTS) as SettingKey[];

/** Compares lists by content. */
const isSame = (key: SettingKey, one: PlatformSettings, other: PlatformSettings) =>
  JSON.stringify(one[key]) === JSON.stringify(other[key]);

/**
 * Changes only the given settings. Only values that differ from the defaults are stored, so that a changed default
 * applies everywhere else.
 */
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

    const overrides = changed.filter((key) => !isSame(key, after, DEFAULTS)).map((key) => ({ key, value: after[key] }));
    await upsertSettings(tx, overrides, viewer.id);
    await deleteSettings(
      tx,
      changed.filter((key) => isSame(key, after, DEFAULTS)),
    );
    const only = (settings: PlatformSettings) => Object.fromEntries(changed.map((key) => [key, settings[key]]));
    const entry = { actorId: viewer.id, action: "settings_changed", ...SETTINGS };
    await recordAudit(tx, { ...entry, details: { before: only(before), after: only(after) } });
    return after;
  });
}
