/** Other features import bookings through this file only. */
export { detailsOf, getBooking, type Shown } from "./booking-details.queries.ts";
export { assertNotInvolved, isRenterOrOwnerOf, roleIn, viewOf } from "./bookings.policy.ts";
export { presentBookingDetail } from "./bookings.presenter.ts";
export {
  bookingInserts,
  findBooking,
  findBookings,
  lockBooking,
  priceColumns,
  updateRequest,
} from "./bookings.queries.ts";
export { type AskedUnits, confirmSomeReturned, markReturned, unitsToReturn } from "./commands/mark-returned.ts";
export { enterHandoffCode } from "./commands/use-handoff-code.ts";
export { advanceBooking } from "./lifecycle/advance-booking.ts";
export { findFacts as findBookingFacts, notifyAbout } from "./lifecycle/booking-notifications.ts";
export { openRental } from "./lifecycle/booking-payments.ts";
export { REMIND_OF_REVIEW, takeReviewReminders } from "./lifecycle/booking-reminders.ts";
export { loadContext, type StepContext } from "./lifecycle/booking-state.ts";
export { cancelWithRefund } from "./lifecycle/cancellation.ts";
export { refreshDerivedStatuses, timerInsert } from "./lifecycle/change-status.ts";
export { fileDamageClaim, nameLossAmount } from "./lifecycle/damage-claims.ts";
export { EXTENSION_MESSAGES, openExtension } from "./lifecycle/extensions.ts";
export { asRenterOrOwner, type RenterOrOwner, runBookingCommand } from "./run-booking-command.ts";
export { returnOfJson, returnsOfBooking } from "./unit-returns.queries.ts";
