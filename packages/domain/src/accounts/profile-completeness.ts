export type ProfilePurpose = "renting" | "listing";

export type ProfileFacts = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** Only presence is checked; the format does not matter. */
  readonly termsAcceptedAt: string | Date | null;
  readonly phoneNumber: string | null;
  readonly city: string | null;
  readonly state: string | null;
};

const LABELS = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email address",
  termsAcceptedAt: "Terms acceptance",
  phoneNumber: "Phone number",
  city: "City",
  state: "State",
} as const satisfies Record<keyof ProfileFacts, string>;

const REQUIRED_FOR_RENTING = ["firstName", "lastName", "email", "termsAcceptedAt"] as const;
const REQUIRED = {
  renting: REQUIRED_FOR_RENTING,
  listing: [...REQUIRED_FOR_RENTING, "phoneNumber", "city", "state"],
} as const satisfies Record<ProfilePurpose, readonly (keyof ProfileFacts)[]>;

type MissingField = { field: keyof ProfileFacts; label: string };

/** Missing fields in form order; empty when the profile is complete. */
export function missingProfileFields(profile: ProfileFacts | null, purpose: ProfilePurpose): MissingField[] {
  return REQUIRED[purpose]
    .filter((field) => isMissing(profile?.[field]))
    .map((field) => ({ field, label: LABELS[field] }));
}

/** Labels of the missing fields, for display. */
export function missingProfileInformation(profile: ProfileFacts | null | undefined, purpose: ProfilePurpose): string[] {
  if (!profile) return ["All profile information"];
  return missingProfileFields(profile, purpose).map(({ label }) => label);
}

const isMissing = (value: string | Date | null | undefined) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

const US_NUMBER = /^\+1(\d{3})(\d{3})(\d{4})$/;

/** "(201) 555-0123" for US numbers; others stay as stored. */
export const displayPhone = (number: string): string => number.replace(US_NUMBER, "($1) $2-$3");
