/** Other features import ledger through this file only. */
export { closeBookingBooks, post } from "./commands/post.ts";
export { findBalance, findPayables, findTransaction, selectPayables } from "./ledger.queries.ts";
export { findLedgerViolations } from "./ledger-checks.ts";
