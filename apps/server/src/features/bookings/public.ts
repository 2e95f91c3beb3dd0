/** What other features may use of bookings. */
export { sweepExpiredHolds } from "./jobs/sweep-expired-holds.ts";
export { placeHold } from "./use-cases/place-hold.ts";
