import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { email, newPasswordFields, password, passwordsMatch, verificationCode } from "./account-fields.ts";
import { currentUserView, signedIn } from "./accounts.ts";

const QUARTER_HOUR = 15 * 60;

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/api/auth/password-reset",
  summary: "Mails a link for a new password, if there is such an account; the answer does not tell",
  access: "public",
  limits: [{ per: "address", times: 20, seconds: QUARTER_HOUR }],
  body: z.object({ email }),
  response: z.object({}),
  errors: ["validation_failed"],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/password-reset/confirm",
  summary: "Sets a new password by the mailed link, signs out everywhere and signs in here",
  access: "public",
  limits: [{ per: "address", times: 20, seconds: QUARTER_HOUR }],
  isOutcomeSecret: true,
  body: z
    .object({ token: z.string().min(1, "This link is not complete").max(200), ...newPasswordFields })
    .refine(...passwordsMatch),
  response: signedIn,
  errors: ["validation_failed", "link_expired", "account_suspended", "service_unavailable"],
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/password",
  summary: "Changes the password and signs out everywhere else",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ currentPassword: password, ...newPasswordFields }).refine(...passwordsMatch),
  response: signedIn,
  errors: ["validation_failed", "too_many_requests", "service_unavailable"],
});

const codeSent = z.object({
  expiresAt: z.iso.datetime(),
  resendAt: z.iso.datetime().describe("Another code is sent from then on"),
});

export const startEmailChange = endpoint({
  method: "POST",
  path: "/api/auth/email-change",
  summary: "Sends a code to the address in use and one to the new one",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ email, password }),
  response: codeSent,
  errors: ["validation_failed", "email_taken", "too_many_requests", "service_unavailable"],
});

export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/api/auth/email-change/confirm",
  summary: "Changes the address when both codes are right, and signs out everywhere else",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ currentCode: verificationCode, newCode: verificationCode }),
  response: currentUserView,
  errors: ["validation_failed", "wrong_code", "code_expired", "email_taken"],
});

const channel = z.enum(["email", "phone"], { error: "Please choose email or phone" });

export const sendVerificationCode = endpoint({
  method: "POST",
  path: "/api/auth/verifications",
  summary: "Sends a code to the account's email address or phone number",
  access: "signed-in",
  body: z.object({ channel }),
  response: codeSent,
  errors: ["validation_failed", "already_verified", "phone_missing", "too_many_requests"],
});

export const confirmVerificationCode = endpoint({
  method: "POST",
  path: "/api/auth/verifications/confirm",
  summary: "Verifies the email address or phone number by its code",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ channel, code: verificationCode }),
  response: currentUserView,
  errors: ["validation_failed", "wrong_code", "code_expired"],
});

const verificationView = z.object({
  target: z.string().nullable().describe("The address or number, null without one"),
  verifiedAt: z.iso.datetime().nullable(),
  pending: codeSent.nullable().describe("The code that was sent last and still counts"),
});

export const listVerifications = endpoint({
  method: "GET",
  path: "/api/auth/verifications",
  summary: "What of the account is verified, and which codes are under way",
  access: "signed-in",
  response: z.object({ email: verificationView, phone: verificationView }),
  errors: [],
});
