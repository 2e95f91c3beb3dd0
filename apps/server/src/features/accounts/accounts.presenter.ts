import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { ApprovalView } from "@nexby/contract/accounts/approval";
import type { listVerifications, sendVerificationCode } from "@nexby/contract/accounts/passwords";
import type { ProfileView, PublicProfileView } from "@nexby/contract/accounts/profile";
import type { AccountView } from "@nexby/contract/admin/accounts";
import type { PlatformSettings } from "@nexby/contract/admin/settings";
import type { ResponseOf } from "@nexby/contract/endpoint";
import { contactStepsOf, waitsForReviewSince } from "@nexby/domain/accounts/approval";
import { lastInitial } from "@nexby/domain/accounts/public-names";
import { averageRating } from "@nexby/domain/reviews/reviews";
import type { Viewer } from "../../platform/auth.ts";
import type { User } from "../../schema/accounts.ts";
import { allowedActions } from "./accounts.policy.ts";
import type { PublicPerson } from "./accounts.queries.ts";
import type { ContactState } from "./contact-codes.ts";

/** Lists every field, so that a new column is never exposed by accident. */
export function presentCurrentUser(user: User): CurrentUserView {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber,
    city: user.city,
    state: user.state,
    profileImageUrl: user.profileImageUrl,
    termsAcceptedAt: user.termsAcceptedAt?.toISOString() ?? null,
    isAdmin: user.isAdmin,
    isApproved: user.isApproved,
  };
}

/** For admins: the data they need for a decision, and the actions allowed now. */
export const presentAccount =
  (viewer: { id: string }) =>
  (account: User): AccountView => ({
    id: account.id,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    phoneNumber: account.phoneNumber,
    city: account.city,
    state: account.state,
    profileImageUrl: account.profileImageUrl,
    isAdmin: account.isAdmin,
    isApproved: account.isApproved,
    emailVerifiedAt: account.emailVerifiedAt?.toISOString() ?? null,
    phoneVerifiedAt: account.phoneVerifiedAt?.toISOString() ?? null,
    suspendedAt: account.suspendedAt?.toISOString() ?? null,
    createdAt: account.createdAt.toISOString(),
    allowedActions: allowedActions(viewer, account),
  });

/** The database returns seconds ("09:00:00"), which the API omits. */
const timeOfDay = (time: string) => time.slice(0, 5);

/** Private: shown only to the user themselves. */
export function presentProfile(user: User): ProfileView {
  return {
    ...presentCurrentUser(user),
    emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    phoneVerifiedAt: user.phoneVerifiedAt?.toISOString() ?? null,
    sharesPhone: user.sharesPhone,
    primaryUse: user.primaryUse,
    notifyEmail: user.notifyEmail,
    notifySms: user.notifySms,
    defaultPickupWindow: { start: timeOfDay(user.defaultPickupStart), end: timeOfDay(user.defaultPickupEnd) },
    defaultDropoffWindow: { start: timeOfDay(user.defaultDropoffStart), end: timeOfDay(user.defaultDropoffEnd) },
    defaultAvailableDays: user.defaultAvailableDays,
    connectOnboarded: user.connectOnboarded,
    termsVersion: user.termsVersion,
    hasPassword: user.passwordHash !== null,
    createdAt: user.createdAt.toISOString(),
  };
}

/** Admins need no approval. */
export function presentApproval(user: User, settings: PlatformSettings): ApprovalView {
  const isApproved = user.isApproved || user.isAdmin;
  return {
    isApproved,
    steps: isApproved ? [] : contactStepsOf(user),
    isAutomatic: settings.autoApproveVerifiedAccounts,
    waitingSince: (isApproved ? null : waitsForReviewSince(user))?.toISOString() ?? null,
    usualHours: settings.accountReviewHours,
  };
}

const presentRatings = ({ ratingSum, reviewCount }: PublicPerson["ratings"]["owner"]) => ({
  averageRating: averageRating(ratingSum, reviewCount),
  reviewCount,
});

/** Public: shows that a contact is verified, never the contact itself. Visitors see "Maya R." */
export function presentPublicProfile(
  { user, itemCount, ratings, record }: PublicPerson,
  viewer: Viewer | null,
): PublicProfileView {
  return {
    id: user.id,
    firstName: user.firstName ?? "",
    lastName: viewer === null ? lastInitial(user.lastName) : (user.lastName ?? ""),
    profileImageUrl: user.profileImageUrl,
    city: user.city,
    state: user.state,
    memberSince: user.createdAt.toISOString(),
    isEmailVerified: user.emailVerifiedAt !== null,
    isPhoneVerified: user.phoneVerifiedAt !== null,
    ...presentRatings(ratings.owner),
    asRenter: presentRatings(ratings.renter),
    itemCount,
    record,
  };
}

/** Never contains the code itself, which is only sent to the mailbox or phone. */
export const presentCodeSent = (code: {
  expiresAt: Date;
  resendAt: Date;
}): ResponseOf<typeof sendVerificationCode> => ({
  expiresAt: code.expiresAt.toISOString(),
  resendAt: code.resendAt.toISOString(),
});

export const presentContact = ({
  target,
  verifiedAt,
  pending,
}: ContactState): ResponseOf<typeof listVerifications>["email"] => ({
  target,
  verifiedAt: verifiedAt?.toISOString() ?? null,
  pending: pending && presentCodeSent(pending),
});
