import type { approveAccount, listAccounts, reinstateAccount, suspendAccount } from "@nexby/contract/administration";
import { readPages } from "../../../lib/read.ts";
import { withQuery } from "../../../lib/with-query.ts";
import { write } from "../../../lib/write.ts";

export const ACCOUNT_FILTERS = ["pending", "approved", "suspended", "all"] as const;
export type AccountFilter = (typeof ACCOUNT_FILTERS)[number];

const ACCOUNTS = "/api/admin/users";

export const accountPages = (status: AccountFilter, search: string | null) =>
  readPages<typeof listAccounts>(withQuery(ACCOUNTS, { status, search }));

/** Every list of accounts that was read: an act moves an account from one to another. */
export const isAccountList = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
  typeof path === "string" && path.startsWith(ACCOUNTS);

export const approve = (userId: string) => write<typeof approveAccount>("POST", ACCOUNTS, userId, "approve");
export const suspend = (userId: string) => write<typeof suspendAccount>("POST", ACCOUNTS, userId, "suspend");
export const reinstate = (userId: string) => write<typeof reinstateAccount>("POST", ACCOUNTS, userId, "reinstate");
