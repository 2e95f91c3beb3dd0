/** Other features import accounts through this file only. */

export type { FindOwnerRecord } from "./accounts.queries.ts";
export { findUser, lockUser, setProviderReferences } from "./accounts.queries.ts";
export { notifyAdmins } from "./commands/grant-admin.ts";
export { onSuspension } from "./commands/review-account.ts";
export { withOwnPassword } from "./passwords.ts";
