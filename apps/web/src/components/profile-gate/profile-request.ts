import type { ProfilePurpose } from "@nexby/domain/accounts/profile-completeness";

/** What somebody is asked whose profile does not suffice for what they want. */
export const PROFILE_REQUEST: Record<ProfilePurpose, string> = {
  listing: "To list items for rent, please complete your profile with the required information.",
  renting: "To rent items, please complete your profile with the required information.",
};
