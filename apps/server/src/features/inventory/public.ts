/** What other features may use of bookings. */

export { publishAvailabilityChange } from "./availability-events.ts";
export { listHolds } from "./inventory-holds.repository.ts";
export { inventoryHolds } from "./inventory-holds.table.ts";
export { findOpenHold, hasEverBeenBooked } from "./item-calendar.repository.ts";
export { sweepExpiredHolds } from "./jobs/sweep-expired-holds.ts";
export { closeItemCalendar } from "./use-cases/close-item-calendar.ts";
export { placeHold } from "./use-cases/place-hold.ts";
