import { type PlatformSettings, platformSettings } from "@nexby/contract/platform-settings";
import type { Db } from "../../../platform/db/db.ts";
import { selectDecidedSettings } from "../settings.repository.ts";

/** What administrators have decided, and the defaults for the rest. A key or value this build does not know is passed over. */
export async function getSettings(db: Db): Promise<PlatformSettings> {
  const decided = new Map((await selectDecidedSettings(db)).map(({ key, value }) => [key, value]));
  const known = Object.entries(platformSettings.shape).filter(
    ([key, schema]) => schema.safeParse(decided.get(key)).success,
  );
  return platformSettings.parse(Object.fromEntries(known.map(([key]) => [key, decided.get(key)])));
}
