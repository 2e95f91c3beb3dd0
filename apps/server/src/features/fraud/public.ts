/** Other features import fraud through this file only. */
export { assessBooking } from "./assess-booking.ts";
export { fraudStandingOf } from "./fraud.queries.ts";
