import type { ProfileView } from "@nexby/contract/accounts/profile";
import type { countBookings } from "@nexby/contract/bookings/bookings";
import type { ResponseOf } from "@nexby/contract/endpoint";
import { missingProfileInformation } from "@nexby/domain/accounts/profile-completeness";
import { countOf } from "@nexby/domain/kernel/amount-text";

export type ToDo = {
  topic: "requests" | "rentals" | "approval" | "profile" | "contact";
  title: string;
  text: string;
  action: { label: string; path: string } | null;
};

const AND = new Intl.ListFormat("en-US", { type: "conjunction" });

type BookingCounts = ResponseOf<typeof countBookings>;

/** Most urgent first. */
export function toDosOf(profile: ProfileView, bookings: BookingCounts | null = null): ToDo[] {
  return [
    ...(bookings ? [...requestsOf(bookings), ...rentalsOf(bookings)] : []),
    ...approvalOf(profile),
    ...completenessOf(profile),
    ...(profile.isApproved || profile.isAdmin ? contactOf(profile) : []),
  ];
}

function requestsOf({ requests }: BookingCounts): ToDo[] {
  if (requests === 0) return [];
  return [
    {
      topic: "requests",
      title: `${countOf(requests, "request")} ${requests === 1 ? "needs" : "need"} a reply`,
      text: "Requests expire if you don’t reply in time.",
      action: { label: "Reply", path: "/booking-requests" },
    },
  ];
}

function rentalsOf({ renter, owner }: BookingCounts): ToDo[] {
  const parts = [
    ...(renter.active > 0 ? [`${countOf(renter.active, "item")} with you`] : []),
    ...(owner.active > 0 ? [`${countOf(owner.active, "item")} rented out`] : []),
    ...(renter.upcoming + owner.upcoming > 0 ? [`${renter.upcoming + owner.upcoming} coming up`] : []),
  ];
  if (parts.length === 0) return [];
  return [
    {
      topic: "rentals",
      title: "Your bookings",
      text: `${AND.format(parts)}.`,
      action: {
        label: "My bookings",
        path: renter.active + renter.upcoming > 0 ? "/my-bookings" : "/my-bookings?as=owner",
      },
    },
  ];
}

function approvalOf(profile: ProfileView): ToDo[] {
  if (profile.isApproved || profile.isAdmin) return [];
  const isVerified = profile.emailVerifiedAt && profile.phoneVerifiedAt;
  return [
    {
      topic: "approval",
      title: "Waiting for approval",
      text: isVerified
        ? "We’re reviewing your account. You can already browse and save items."
        : "Verify your email address and phone number first. You can already browse and save items.",
      action: isVerified ? null : { label: "Verify email and phone", path: "/verify-contact" },
    },
  ];
}

function completenessOf(profile: ProfileView): ToDo[] {
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

function contactOf({ emailVerifiedAt, phoneVerifiedAt, phoneNumber }: ProfileView): ToDo[] {
  const unverified = [
    ...(emailVerifiedAt ? [] : ["email address"]),
    ...(phoneVerifiedAt || !phoneNumber ? [] : ["phone number"]),
  ];
  if (unverified.length === 0) return [];
  return [
    {
      topic: "contact",
      title: `Verify your ${AND.format(unverified)}`,
      text: "Neighbors trust people they can reach.",
      action: { label: "Verify", path: "/verify-contact" },
    },
  ];
}
