/** What other features may use of the ledger. */

export { findTransaction, selectPayables as findPayables } from "./ledger.repository.ts";
export { closeBookingBooks } from "./use-cases/close-booking-books.ts";
export { findBalance, findBalances } from "./use-cases/find-balances.ts";
export { findLedgerViolations } from "./use-cases/find-ledger-violations.ts";
export { LedgerConflict, type LedgerEvent, post } from "./use-cases/post.ts";
