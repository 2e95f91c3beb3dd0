import { AppError } from "../../../platform/errors/app-error.ts";
import type { User } from "../users.repository.ts";
import { isLongEnough } from "./new-password.ts";

type Account = Pick<User, "isAdmin" | "suspendedAt">;

/**
 * Whether an account whose owner proved to be there may be signed in to now. Only after the proof: a stranger must not
 * learn what an account is like. The length is null where no password was used.
 */
export function assertMaySignIn(account: Account, passwordLength: number | null, isDemo: boolean): void {
  if (account.suspendedAt) throw new AppError("account_suspended");
  if (passwordLength !== null && !isLongEnough(passwordLength, account, isDemo)) {
    throw new AppError("password_too_short");
  }
}
