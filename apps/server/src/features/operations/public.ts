/** Other features import operations through this file only. */
export { listActs, presentAct } from "./audit-log.queries.ts";
export { decidedSettings, getSettings, settingsOfText } from "./settings.ts";
