import type { PlatformSettings } from "@nexby/contract/platform-settings";
import { useQueryClient } from "@tanstack/react-query";
import { changePlatformSettings, platformSettings, settingsHistory } from "./api/settings.ts";

/** Changes settings, and what the page shows of them. */
export function useSettingChange() {
  const client = useQueryClient();
  return async (key: string, change: Partial<PlatformSettings>): Promise<void> => {
    client.setQueryData(platformSettings().queryKey, await changePlatformSettings(key, change));
    await client.invalidateQueries({ queryKey: settingsHistory().queryKey });
  };
}
