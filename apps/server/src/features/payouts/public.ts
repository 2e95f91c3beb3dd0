/** What other features may use of payouts. */
export { syncAccount } from "./use-cases/sync-account.ts";
