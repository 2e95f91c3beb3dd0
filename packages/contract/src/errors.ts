import { z } from "zod";

/** All error codes a client can see, each with its HTTP status and default message. They are paired only here. */
export const ERRORS = {
  validation_failed: { status: 400, message: "Please check what you entered" },
  malformed_request: { status: 400, message: "The request could not be read" },
  wrong_code: { status: 400, message: "This code is not right" },
  code_expired: { status: 400, message: "This code no longer counts, please ask for a new one" },
  link_expired: { status: 400, message: "This link no longer works, please ask for a new one" },
  phone_missing: { status: 400, message: "Please add a phone number to your profile first" },
  wrong_credentials: { status: 401, message: "Invalid email or password" },
  unauthenticated: { status: 401, message: "Please sign in to continue" },
  forbidden: { status: 403, message: "You are not allowed to do this" },
  account_suspended: { status: 403, message: "This account is suspended" },
  account_not_approved: { status: 403, message: "Your account is waiting for approval" },
  profile_incomplete: { status: 403, message: "Please complete your profile first" },
  password_too_short: {
    status: 403,
    message: "Administrators need a password of at least 15 characters. Please reset yours",
  },
  not_found: { status: 404, message: "Not found" },
  request_timeout: { status: 408, message: "The request took too long to arrive. Please try again" },
  email_taken: { status: 409, message: "An account with this email already exists" },
  already_verified: { status: 409, message: "This is verified already" },
  last_sign_in_method: { status: 409, message: "Set a password first, or you could not sign in any more" },
  terms_changed: { status: 409, message: "The terms have changed, please read them again" },
  action_not_allowed: { status: 409, message: "This cannot be done now" },
  listing_in_use: { status: 409, message: "This listing has open bookings" },
  category_in_use: { status: 409, message: "There are listings in this category" },
  category_exists: { status: 409, message: "There is a category with this name" },
  tax_rate_overlaps: { status: 409, message: "Another rate counts at this place on these days" },
  too_many_calendars: { status: 409, message: "A listing can follow at most 5 calendars" },
  too_many_favorites: { status: 409, message: "You can keep at most 1,000 favorites" },
  too_many_saved_searches: { status: 409, message: "You can save at most 25 searches. Please delete one first" },
  price_changed: { status: 409, message: "The price has changed. Please look at it again" },
  refund_changed: { status: 409, message: "What comes back has changed. Please look at it again" },
  not_bookable: { status: 409, message: "This cannot be booked like this" },
  units_unavailable: { status: 409, message: "Not available for the chosen dates" },
  payload_too_large: { status: 413, message: "Request too large" },
  unsupported_media_type: { status: 415, message: "Send the body as application/json" },
  attempt_reused: { status: 422, message: "This checkout was used for a different booking. Please start a new one" },
  idempotency_key_reused: { status: 422, message: "This Idempotency-Key was used for another request" },
  too_many_requests: { status: 429, message: "Too many attempts, please wait a moment" },
  headers_too_large: { status: 431, message: "The request's headers are too large" },
  internal_error: { status: 500, message: "Something went wrong on our side" },
  storage_full: { status: 507, message: "There is no room for files at the moment, please try again later" },
  service_unavailable: { status: 503, message: "Temporarily unavailable, please try again" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** The body of every error response. */
export const errorBody = z.object({
  message: z.string().describe("The first field's text for a validation error, else what happened"),
  code: z.enum(ERROR_CODES),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().describe("Names this request in the server's log"),
});
export type ErrorBody = z.infer<typeof errorBody>;
