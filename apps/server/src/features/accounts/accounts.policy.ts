import type { User } from "../../schema/accounts.ts";

export type AccountAction = "approve" | "suspend" | "reinstate";

/** The part of an account that says what it may do, and what may be done to it. */
export type Standing = Pick<User, "isAdmin" | "isApproved" | "suspendedAt">;

export const canBeApproved = ({ isApproved, suspendedAt }: Standing): boolean => !isApproved && suspendedAt === null;

/** Administrators do not suspend themselves or each other: who is to go loses the role first, by the command. */
const canBeSuspended = ({ isAdmin, suspendedAt }: Standing): boolean => !isAdmin && suspendedAt === null;

const canBeReinstated = ({ suspendedAt }: Standing): boolean => suspendedAt !== null;

/** What an administrator may do to an account now. */
export function allowedActions(viewer: { id: string }, account: Standing & { id: string }): AccountAction[] {
  const isSelf = account.id === viewer.id;
  return [
    ...(canBeApproved(account) ? (["approve"] as const) : []),
    ...(canBeSuspended(account) && !isSelf ? (["suspend"] as const) : []),
    ...(canBeReinstated(account) ? (["reinstate"] as const) : []),
  ];
}
