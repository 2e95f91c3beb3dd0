import type { ProfileView, PublicProfileView } from "@nexby/contract/profile";
import { presentCurrentUser } from "../accounts.presenter.ts";
import type { User } from "../users.repository.ts";
import type { PublicPerson } from "./use-cases/get-public-profile.ts";

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
