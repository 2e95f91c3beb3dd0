/** Other features import inventory through this file only. */
export { holdMissingUnits, holdUnits, insertWithHold, lengthenUnits, shortenUnits } from "./commands/place-hold.ts";
export {
  closeItemCalendar,
  endOverdueUnits,
  endSomeBookedUnits,
  endSomeOverdueUnits,
  endSomeUnits,
  endUnitHolds,
  endUnits,
  releaseLostUnits,
  writeOffLostUnits,
} from "./commands/release-units.ts";
export { fitBlockedDays } from "./commands/set-blocked-days.ts";
export {
  findOpenHold,
  hasEverBeenBooked,
  holdOfJson,
  holdsOfItem,
  publishAvailabilityChange,
  selectHoldsOfBookings,
} from "./holds.queries.ts";
export { holdsBesideLateReturn, itemHoldOfJson } from "./late-returns.queries.ts";
