import type { getPlatformSettings, updatePlatformSettings } from "@nexby/contract/platform-settings";
import { actPages } from "../../../components/history/act-pages.ts";
import { read } from "../../../lib/read.ts";
import { write } from "../../../lib/write.ts";

export const platformSettings = () => read<typeof getPlatformSettings>("/api/admin/settings");
export const settingsHistory = () => actPages("/api/admin/settings/history");
export const changePlatformSettings = write<typeof updatePlatformSettings>("PATCH", "/api/admin/settings");
