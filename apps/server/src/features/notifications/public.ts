/** Other features import notifications through this file only. */
export type { ChargebackNews, RefundFailure } from "./catalogue/admin-events.ts";
export type { BookingFacts } from "./catalogue/booking-events.ts";
export { type NotificationEvent, type NotificationTexts, textsOf } from "./catalogue/catalogue.ts";
export { dayRange as dayRangeText, moment as momentText } from "./catalogue/entry.ts";
export { markConversationNotificationsRead, notify } from "./commands/notify.ts";
export { outdateBookingEntries } from "./commands/outdate.ts";
export { deliverLetter } from "./commands/plan-deliveries.ts";
export { bookingCardOf, mailItemOf } from "./mail-cards.ts";
export { findPreferences } from "./preferences.ts";
