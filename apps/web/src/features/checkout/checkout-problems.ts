import { ApiError } from "../../lib/client/errors.ts";
import { type FormProblems, placeProblems, problemsOf } from "../../lib/form-problems.ts";
import { OWN_FIELDS } from "./checkout-body.ts";

/** From top to bottom. */
const FIELDS = [
  "dates",
  "place",
  "meetupPlace",
  "pickupTime",
  "dropoffTime",
  "message",
  "acceptsTerms",
  "acceptsLaterCharges",
];

/** Refusals without a field that are about one. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  units_unavailable: "dates",
  not_bookable: "dates",
  terms_changed: "acceptsTerms",
};

/** What the server refused, at the page's own fields. */
export function refusalOf(error: unknown): FormProblems {
  if (!(error instanceof ApiError)) return problemsOf(error, FIELDS);
  const { message, code, fieldErrors, retryAfterSeconds: waitSeconds } = error;
  const field = code ? FIELD_OF_CODE[code] : undefined;
  if (field) return { fields: [{ field, message }], message: null, waitSeconds };
  // Other refusals have details for machines.
  const wrong = code === "validation_failed" ? fieldErrors : [];
  const named = wrong.map((one) => ({ ...one, field: OWN_FIELDS[one.field] ?? one.field }));
  const { placed, homeless } = placeProblems(named, FIELDS);
  const isSaid = placed.length > 0 && homeless.length === 0;
  return { fields: placed, message: isSaid ? null : (homeless[0]?.message ?? message), waitSeconds };
}

export const errorsOf = (problems: FormProblems | null): Readonly<Record<string, string>> =>
  Object.fromEntries((problems?.fields ?? []).map(({ field, message }) => [field, message]));
