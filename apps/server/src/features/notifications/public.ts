/** What other features may use of notifications. */
export { notify } from "./use-cases/notify.ts";
