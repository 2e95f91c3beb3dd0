import { z } from "zod";
import { bookingParams } from "./bookings.ts";
import { endpoint } from "./endpoint.ts";

export const getBookingCalendar = endpoint({
  method: "GET",
  path: "/api/bookings/:bookingId/calendar",
  summary: "One booking as an iCalendar file, from pickup to return",
  access: "signed-in",
  params: bookingParams,
  mediaType: "text/calendar; charset=utf-8",
  response: z.file(),
  errors: ["not_found", "action_not_allowed"],
});
