/** Other features import operations through this file only. */
export { listAuditEntries, presentAuditEntry } from "./audit-log.queries.ts";
export { decidedSettings, getPlatformSettings, settingsOfText } from "./settings.ts";
