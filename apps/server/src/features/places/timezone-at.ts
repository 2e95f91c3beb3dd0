import type { Position } from "@nexby/domain/kernel/distance";
import tzLookup from "@photostructure/tz-lookup";

export const timezoneAt = ({ latitude, longitude }: Position): string => tzLookup(latitude, longitude);
