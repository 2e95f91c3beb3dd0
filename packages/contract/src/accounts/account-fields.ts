import { z } from "zod";
import { oneLine } from "../fields.ts";

const EMAIL_MESSAGE = "Please enter a valid email address";
const PASSWORD_MESSAGE = "Password must be at least 8 characters";
const MISMATCH_MESSAGE = "Passwords don't match";
const CODE_MESSAGE = "Verification code must be 6 digits";
const MAX_PASSWORD = 1000;
const TOO_LONG_PASSWORD_MESSAGE = `Password must be at most ${MAX_PASSWORD} characters`;

export const email = z
  .string({ error: EMAIL_MESSAGE })
  .trim()
  .toLowerCase()
  .max(254, EMAIL_MESSAGE)
  .pipe(z.email({ error: EMAIL_MESSAGE }));

export const personName = (required: string) => oneLine(required, 100);

/** An existing password, so its strength is not checked. */
export const password = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(MAX_PASSWORD, TOO_LONG_PASSWORD_MESSAGE);

const newPassword = z
  .string({ error: PASSWORD_MESSAGE })
  .min(8, PASSWORD_MESSAGE)
  .max(MAX_PASSWORD, TOO_LONG_PASSWORD_MESSAGE);

export const newPasswordFields = {
  password: newPassword,
  confirmPassword: z.string({ error: MISMATCH_MESSAGE }),
};

const areEqual = ({ password, confirmPassword }: { password: string; confirmPassword: string }) =>
  password === confirmPassword;

const onConfirmation = {
  path: ["confirmPassword"],
  error: MISMATCH_MESSAGE,
  // Runs even when another field is invalid, so that all mistakes are shown at once.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

/** Arguments for `refine`. */
export const passwordsMatch: [typeof areEqual, typeof onConfirmation] = [areEqual, onConfirmation];

export const contactCode = z.string({ error: CODE_MESSAGE }).regex(/^\d{6}$/, CODE_MESSAGE);
