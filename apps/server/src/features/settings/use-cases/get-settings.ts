import { type PlatformSettings, platformSettings } from "@nexby/contract/platform-settings";
import type { Db } from "../../../platform/db/db.ts";
import { selectDecidedSettings } from "../settings.repository.ts";

export async function getSettings(db: Db): Promise<PlatformSettings> {
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
  const known = Object.entries(platformSettings.shape).filter(
    ([key, schema]) => schema.safeParse(decided[key]).success,
  );
  return platformSettings.parse(Object.fromEntries(known.map(([key]) => [key, decided[key]])));
}
