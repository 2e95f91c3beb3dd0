/** Other features import tasks through this file only. */
export { bookingPath, findRentalCases, presentRental, type RentalCase } from "./rental-subjects.ts";
export type { TaskSource, TaskSources } from "./task-source.ts";
