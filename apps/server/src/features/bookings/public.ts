/** Other features import bookings through this file only. */

// Reading a booking, as what the viewer is to it.
export { detailsOf, getBooking, type Shown } from "./booking-details.queries.ts";
export { assertNotInvolved, roleIn, viewOf } from "./bookings.policy.ts";
export { presentBookingDetail } from "./bookings.presenter.ts";
// Lock the booking before writing rows that belong to it.
export { findBooking, findBookings, lockBooking, returnOfJson, returnsOfBooking } from "./bookings.queries.ts";
// A checkout's draft, until it is paid.
export {
  draftInserts,
  keepAttempt,
  openRentalOnSession,
  UNPAID,
  withdrawDraft,
} from "./commands/checkout-draft.ts";
// Returns, handoff codes and claims, which come with condition reports.
export { type AskedUnits, confirmSomeReturned, markReturned, unitsToReturn } from "./commands/mark-returned.ts";
export { enterHandoffCode } from "./commands/use-handoff-code.ts";
export { advanceBooking } from "./lifecycle/advance-booking.ts";
export { findFacts as findBookingFacts, notifyAbout } from "./lifecycle/booking-notifications.ts";
export { onReviewReminder, takeReviewReminders } from "./lifecycle/booking-reminders.ts";
export type { StepContext } from "./lifecycle/booking-state.ts";
export { fileDamageClaim, nameLossAmount } from "./lifecycle/damage-claims.ts";
// A person's command: lock, authorize, act, then whatever follows.
export {
  asRenterOrOwner,
  lockAsRenterOrOwner,
  type RenterOrOwner,
  recordCondition,
  runBookingCommand,
} from "./run-booking-command.ts";
