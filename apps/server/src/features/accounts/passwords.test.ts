import { expect, test } from "vitest";
import { AppError } from "../../platform/errors.ts";
import { assertGoodNewPassword, assertMaySignIn, isCommonPassword } from "./passwords.ts";

const EMAIL = "maya.rivera@nexby.example";

test.each([
  "password",
  "Password1",
  "PASSWORD123!",
  "12345678",
  "qwertyuiop",
  "aaaaaaaa",
  "abababab",
  "iloveyou!!",
  EMAIL,
  "maya.rivera1984",
])("treats %s as common", (password) => {
  expect(isCommonPassword(password, EMAIL)).toBe(true);
});

test.each(["correct horse battery", "borrow-a-kayak", "maya likes tents", "x7!kQ2pz", "пароль со смыслом"])(
  "does not treat %s as common",
  (password) => {
    expect(isCommonPassword(password, EMAIL)).toBe(false);
  },
);

const member = { email: "robin.vale@nexby.example", isAdmin: false, suspendedAt: null };
const admin = { ...member, isAdmin: true };
const [DEMO, PRODUCTION] = [true, false];
const FOURTEEN = "fourteen chars";
const FIFTEEN = "fifteen chars ok".slice(0, 15);

/** Returns the error's message or code, or undefined if nothing was thrown. */
function errorOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code === "validation_failed" ? error.message : error.code;
    throw error;
  }
}

test.each([
  [member, PRODUCTION, FOURTEEN, undefined],
  [admin, PRODUCTION, FOURTEEN, "Admins need at least 15 characters"],
  [admin, PRODUCTION, FIFTEEN, undefined],
  [admin, DEMO, FOURTEEN, undefined],
  [member, DEMO, "Password123!", "Please choose a less common password"],
  [member, DEMO, "robin.vale1984", "Please choose a less common password"],
])("for %j in demo %s, the new password %s gives %s", (owner, isDemo, password, expected) => {
  expect(errorOf(() => assertGoodNewPassword(password, owner, isDemo))).toBe(expected);
});

test.each([
  [member, PRODUCTION, 8, undefined],
  [admin, PRODUCTION, 14, "password_too_short"],
  [admin, PRODUCTION, 15, undefined],
  [admin, PRODUCTION, null, undefined],
  [admin, DEMO, 14, undefined],
  [{ ...member, suspendedAt: new Date() }, DEMO, null, "account_suspended"],
  [{ ...admin, suspendedAt: new Date() }, PRODUCTION, 14, "account_suspended"],
])("for %j in demo %s, a sign-in with %s characters gives %s", (account, isDemo, length, expected) => {
  expect(errorOf(() => assertMaySignIn(account, length, isDemo))).toBe(expected);
});
