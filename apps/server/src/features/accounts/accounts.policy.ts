import type { User } from "../../schema/accounts.ts";

export type AccountAction = "approve" | "suspend" | "reinstate";

/** The account fields that decide its permissions and which admin actions are allowed on it. */
export type Standing = Pick<User, "isAdmin" | "isApproved" | "suspendedAt">;

export const canBeApproved = ({ isApproved, suspendedAt }: Standing): boolean => !isApproved && suspendedAt === null;

/** Admins cannot suspend themselves or each other. The role has to be revoked first, on the command line. */
const canBeSuspended = ({ isAdmin, suspendedAt }: Standing): boolean => !isAdmin && suspendedAt === null;

const canBeReinstated = ({ suspendedAt }: Standing): boolean => suspendedAt !== null;

export function allowedActions(viewer: { id: string }, account: Standing & { id: string }): AccountAction[] {
  const isSelf = account.id === viewer.id;
  return [
    ...(canBeApproved(account) ? (["approve"] as const) : []),
    ...(canBeSuspended(account) && !isSelf ? (["suspend"] as const) : []),
    ...(canBeReinstated(account) ? (["reinstate"] as const) : []),
  ];
}
