/** What other features may use of bookings. */
export { bookings } from "./bookings.table.ts";
export { bookingJobs } from "./lifecycle/advance-job.ts";
export { findOwnerRecord } from "./owner-record.repository.ts";
