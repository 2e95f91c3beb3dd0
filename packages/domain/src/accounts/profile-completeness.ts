/** What a person wants to do that needs a complete profile. */
export type ProfilePurpose = "renting" | "listing";

/** The part of an account that the rule looks at. */
export type ProfileFacts = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** An instant, as text or date: only that there is one matters. */
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

const FOR_RENTING = ["firstName", "lastName", "email", "termsAcceptedAt"] as const;
const NEEDED = {
  renting: FOR_RENTING,
  listing: [...FOR_RENTING, "phoneNumber", "city", "state"],
} as const satisfies Record<ProfilePurpose, readonly (keyof ProfileFacts)[]>;

type MissingField = { field: keyof ProfileFacts; label: string };

/** What is still missing, in the order in which a form asks for it; nothing when the profile is complete. */
export function missingProfileFields(profile: ProfileFacts | null, purpose: ProfilePurpose): MissingField[] {
  return NEEDED[purpose]
    .filter((field) => isMissing(profile?.[field]))
    .map((field) => ({ field, label: LABELS[field] }));
}

/** The labels alone, as people read them. */
export function missingProfileInformation(profile: ProfileFacts | null | undefined, purpose: ProfilePurpose): string[] {
  if (!profile) return ["All profile information"];
  return missingProfileFields(profile, purpose).map(({ label }) => label);
}

const isMissing = (value: string | Date | null | undefined) =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");
