import type { CurrentUserView } from "@nexby/contract/accounts/accounts";
import type { listVerifications, sendVerificationCode } from "@nexby/contract/accounts/passwords";
import type { ProfileView, PublicProfileView } from "@nexby/contract/accounts/profile";
import type { AccountView } from "@nexby/contract/admin/accounts";
import type { ResponseOf } from "@nexby/contract/endpoint";
import type { User } from "../../schema/accounts.ts";
import { allowedActions } from "./accounts.policy.ts";
import type { PublicPerson } from "./profile.queries.ts";
import type { Verification } from "./verification-codes.ts";

/** Field by field: what is added to the table is not shown by that. */
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

/** For administrators: what they need to decide, and what they may decide now. */
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

/** The database has seconds, "09:00:00"; people do not. */
const timeOfDay = (time: string) => time.slice(0, 5);

/** For the person alone. */
export function presentProfile(user: User): ProfileView {
  return {
    ...presentCurrentUser(user),
    emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    phoneVerifiedAt: user.phoneVerifiedAt?.toISOString() ?? null,
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

/** Two decimals are enough for any way to show it. */
const averageOf = ({ ratingSum, reviewCount }: PublicPerson["figures"]) =>
  reviewCount === 0 ? null : Math.round((ratingSum / reviewCount) * 100) / 100;

/** For everybody: that something is verified, never what. */
export function presentPublicProfile({ user, figures, record }: PublicPerson): PublicProfileView {
  return {
    id: user.id,
    firstName: user.firstName ?? "",
    lastName: user.lastName ?? "",
    profileImageUrl: user.profileImageUrl,
    city: user.city,
    state: user.state,
    memberSince: user.createdAt.toISOString(),
    isEmailVerified: user.emailVerifiedAt !== null,
    isPhoneVerified: user.phoneVerifiedAt !== null,
    averageRating: averageOf(figures),
    reviewCount: figures.reviewCount,
    itemCount: figures.itemCount,
    record,
  };
}

/** Never the code itself: that is for the mailbox or the phone alone. */
export const presentCodeSent = (code: {
  expiresAt: Date;
  resendAt: Date;
}): ResponseOf<typeof sendVerificationCode> => ({
  expiresAt: code.expiresAt.toISOString(),
  resendAt: code.resendAt.toISOString(),
});

export const presentVerification = ({
  target,
  verifiedAt,
  pending,
}: Verification): ResponseOf<typeof listVerifications>["email"] => ({
  target,
  verifiedAt: verifiedAt?.toISOString() ?? null,
  pending: pending && presentCodeSent(pending),
});
