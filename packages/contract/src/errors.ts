import { z } from "zod";

/**
 * All error codes a client can see, each with its HTTP status and default message. They are paired only here.
 * A message says what happened, then what to do. One sentence has no period; several have one each.
 */
export const ERRORS = {
  validation_failed: { status: 400, message: "Please check your entries" },
  malformed_request: { status: 400, message: "We couldn't read this request" },
  wrong_code: { status: 400, message: "This code is incorrect. Check it and try again." },
  code_expired: { status: 400, message: "This code has expired. Request a new one." },
  link_expired: { status: 400, message: "This link is no longer valid. Request a new one." },
  insurance_not_offered: { status: 400, message: "Insurance isn't offered. Remove it to continue." },
  phone_missing: { status: 400, message: "Please add a phone number to your profile first" },
  wrong_credentials: { status: 401, message: "Invalid email or password" },
  unauthenticated: { status: 401, message: "Please sign in to continue" },
  forbidden: { status: 403, message: "You don't have permission to do this" },
  account_suspended: { status: 403, message: "This account is suspended. Contact us if you think this is a mistake." },
  account_not_approved: { status: 403, message: "Our team has to approve your account first" },
  profile_incomplete: { status: 403, message: "Please complete your profile first" },
  password_too_short: {
    status: 403,
    message: "Admins need a password of at least 15 characters. Please reset yours.",
  },
  not_found: { status: 404, message: "Not found" },
  request_timeout: { status: 408, message: "The request took too long. Please try again." },
  email_taken: { status: 409, message: "An account with this email already exists. Sign in or use another email." },
  already_verified: { status: 409, message: "This is already verified" },
  last_sign_in_method: { status: 409, message: "This is your only way to sign in. Set a password first." },
  terms_changed: { status: 409, message: "The terms have changed. Please read and accept the new version." },
  action_not_allowed: { status: 409, message: "This isn't possible right now. Reload the page and try again." },
  listing_in_use: { status: 409, message: "This listing has open bookings. You can delete it after they end." },
  category_in_use: { status: 409, message: "This category has listings, so it can't be deleted" },
  category_exists: { status: 409, message: "A category with this name already exists. Please choose another name." },
  tax_rate_overlaps: {
    status: 409,
    message: "Another tax rate already applies here on these dates. Change the dates, or end that rate first.",
  },
  already_reviewed: { status: 409, message: "You've already reviewed this rental" },
  too_many_calendars: { status: 409, message: "A listing can follow at most 5 calendars. Remove one first." },
  too_many_favorites: { status: 409, message: "You can save at most 1,000 favorites. Remove one first." },
  too_many_saved_searches: { status: 409, message: "You can save at most 25 searches. Delete one first." },
  price_changed: { status: 409, message: "The price has changed. Please review the new price." },
  refund_changed: { status: 409, message: "The refund has changed. Please review the new amount." },
  evidence_changed: { status: 409, message: "Something was added since you looked. Review it, then confirm again." },
  not_bookable: { status: 409, message: "This can't be booked with these options. Change them and try again." },
  units_unavailable: { status: 409, message: "Not available for these dates" },
  handoff_code_locked: {
    status: 409,
    message: "Too many incorrect codes. Ask the other person to get a new code, or show them yours.",
  },
  photo_code_locked: {
    status: 409,
    message: "Too many incorrect photo codes. Remove the code and send your report without it.",
  },
  payload_too_large: { status: 413, message: "Request too large" },
  unsupported_media_type: { status: 415, message: "Send the body as application/json" },
  attempt_reused: { status: 422, message: "This checkout was used for a different booking. Please start a new one." },
  id_reused: { status: 422, message: "This id was used for something else. Use a new id." },
  idempotency_key_reused: { status: 422, message: "This Idempotency-Key was used for another request. Use a new key." },
  wrong_handoff_code: { status: 422, message: "This code is incorrect. Check it and try again." },
  handoff_code_expired: { status: 422, message: "This code has expired. Enter the one that's shown now." },
  wrong_photo_code: { status: 422, message: "This photo code is incorrect. Check it or remove it." },
  too_many_requests: { status: 429, message: "Too many attempts. Please wait a moment." },
  headers_too_large: { status: 431, message: "The request headers are too large. Clear your cookies and try again." },
  internal_error: { status: 500, message: "Something went wrong on our end. Please try again." },
  storage_full: { status: 507, message: "We can't store files right now. Please try again later." },
  service_unavailable: { status: 503, message: "This is temporarily unavailable. Please try again." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];

/** The body of every error response. */
export const errorBody = z.object({
  message: z.string().describe("What happened. For a validation error, the message of the first invalid field"),
  code: z.enum(ERROR_CODES),
  details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  requestId: z.string().describe("Identifies this request in the server's log"),
});
export type ErrorBody = z.infer<typeof errorBody>;
