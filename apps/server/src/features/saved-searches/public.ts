/** What other features may use of saved searches. */
export { alertSavedSearch, alertSavedSearches } from "./jobs/alert-saved-searches.ts";
export { savedSearches } from "./saved-searches.table.ts";
export { ALERT_SAVED_SEARCH } from "./use-cases/dispatch-alerts.ts";
