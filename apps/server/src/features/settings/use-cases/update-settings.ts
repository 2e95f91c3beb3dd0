import { type PlatformSettings, platformSettings, type SettingKey } from "@nexby/contract/platform-settings";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { deleteSettings, lockSettings, upsertSettings } from "../settings.repository.ts";
import { SETTINGS } from "../settings-entity.ts";
import { getSettings } from "./get-settings.ts";

const DEFAULTS = platformSettings.parse({});
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
    const before = await getSettings(tx);
    const after = platformSettings.parse({ ...before, ...changes });
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
