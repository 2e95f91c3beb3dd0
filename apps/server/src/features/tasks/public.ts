/** Other features import tasks through this file only. */

export type { TaskSource } from "./admin-tasks.queries.ts";
export { bookingPath, findRentalCases, presentRental, type RentalCase } from "./rental-subjects.ts";
