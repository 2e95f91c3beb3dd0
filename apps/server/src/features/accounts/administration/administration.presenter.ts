import type { AccountView } from "@nexby/contract/administration";
import type { User } from "../users.repository.ts";
import { allowedActions } from "./account.policy.ts";

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
