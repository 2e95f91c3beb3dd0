/** What other features may use of inventory. */

export { publishAvailabilityChange } from "./availability-events.ts";
export { fitBlockedDays } from "./calendar/use-cases/fit-blocked-days.ts";
export { findHoldsOfBookings, holdOfJson, holdsOfItem } from "./inventory-holds.repository.ts";
export { inventoryHolds } from "./inventory-holds.table.ts";
export { findOpenHold, hasEverBeenBooked } from "./item-calendar.repository.ts";
export { sweepExpiredHolds } from "./jobs/sweep-expired-holds.ts";
export { closeItemCalendar } from "./use-cases/close-item-calendar.ts";
export { endOverdueUnits, endUnits } from "./use-cases/end-units.ts";
export { keepOverdueUnits } from "./use-cases/keep-overdue-units.ts";
export { keepUnits } from "./use-cases/keep-units.ts";
export { placeHold } from "./use-cases/place-hold.ts";
export { releaseUnits } from "./use-cases/release-units.ts";
