/** Other features import fraud through this file only. */
export { assessBooking } from "./assess-booking.ts";
export { fraudStatusOf } from "./fraud.queries.ts";
