/** What other features may use of payouts. */
export { checkPayoutAccounts } from "./jobs/check-payout-accounts.ts";
export { syncAccount } from "./use-cases/sync-account.ts";
