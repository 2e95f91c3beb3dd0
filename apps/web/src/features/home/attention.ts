import type { ProfileView } from "@nexby/contract/profile";
import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";

export type Matter = {
  topic: "approval" | "profile" | "contact";
  title: string;
  text: string;
  action: { label: string; path: string } | null;
};

const AND = new Intl.ListFormat("en-US", { type: "conjunction" });

/** What a person should look at first, the most pressing first. */
export function mattersOf(profile: ProfileView): Matter[] {
  return [...approvalOf(profile), ...completenessOf(profile), ...contactOf(profile)];
}

function approvalOf({ isApproved, isAdmin }: ProfileView): Matter[] {
  if (isApproved || isAdmin) return [];
  return [
    {
      topic: "approval",
      title: "Waiting for approval",
      text: "You can browse everything already. Listing and booking open once you are approved.",
      action: null,
    },
  ];
}

function completenessOf(profile: ProfileView): Matter[] {
  const missing = missingProfileInformation(profile, "listing");
  if (missing.length === 0) return [];
  return [
    {
      topic: "profile",
      title: "Complete your profile",
      text: `To list items, add: ${missing.join(", ")}.`,
      action: { label: "Complete profile", path: "/complete-registration" },
    },
  ];
}

function contactOf({ emailVerifiedAt, phoneVerifiedAt, phoneNumber }: ProfileView): Matter[] {
  const open = [
    ...(emailVerifiedAt ? [] : ["email address"]),
    ...(phoneVerifiedAt || !phoneNumber ? [] : ["phone number"]),
  ];
  if (open.length === 0) return [];
  return [
    {
      topic: "contact",
      title: `Verify your ${AND.format(open)}`,
      text: "Neighbors trust people they can reach.",
      action: { label: "Verify", path: "/verify-contact" },
    },
  ];
}
