/** What other features may use of the platform's settings. */
export { getSettings } from "./use-cases/get-settings.ts";
