import { refusedField } from "../../../platform/errors/refused-field.ts";
import { isCommonPassword } from "./common-passwords.ts";

type Owner = { email: string; isAdmin: boolean };

const ADMIN_LENGTH = 15;

/** Administrators can do more harm, so theirs are longer; in the demo everybody has the one that is printed. */
export const isLongEnough = (length: number, { isAdmin }: Pick<Owner, "isAdmin">, isDemo: boolean): boolean =>
  isDemo || !isAdmin || length >= ADMIN_LENGTH;

/** Whether somebody may choose this password from now on. Wherever one is chosen, this decides. */
export function assertGoodNewPassword(password: string, owner: Owner, isDemo: boolean): void {
  if (!isLongEnough(password.length, owner, isDemo)) {
    throw refusedField("password", `Administrators need at least ${ADMIN_LENGTH} characters`);
  }
  if (isCommonPassword(password, owner.email)) throw refusedField("password", "Please choose a less common password");
}
