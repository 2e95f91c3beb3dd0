/** What other features may use of the platform's settings. */
export { decidedSettings } from "./settings.repository.ts";
export { getSettings, settingsOfText } from "./use-cases/get-settings.ts";
