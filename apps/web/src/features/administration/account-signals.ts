import type { AccountView } from "@nexby/contract/administration";

type Facts = Pick<AccountView, "emailVerifiedAt" | "phoneVerifiedAt" | "isApproved" | "isAdmin" | "suspendedAt">;

/** What is known that asks for a second look at an account. */
export function signalsOf({ emailVerifiedAt, phoneVerifiedAt, isApproved, isAdmin, suspendedAt }: Facts): string[] {
  return [
    ...(suspendedAt ? ["Suspended"] : []),
    ...(emailVerifiedAt ? [] : ["Email not verified"]),
    ...(phoneVerifiedAt ? [] : ["Phone not verified"]),
    ...(isApproved || isAdmin ? [] : ["Not approved"]),
  ];
}
