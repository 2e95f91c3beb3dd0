import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { namedObject } from "../fields.ts";
import { contactCode, email, newPasswordFields, password, passwordsMatch } from "./account-fields.ts";
import { currentUserView, signedIn } from "./accounts.ts";

const QUARTER_HOUR = 15 * 60;

export const requestPasswordReset = endpoint({
  method: "POST",
  path: "/api/auth/password-reset",
  summary: "Email a password reset link. The response doesn't reveal if the account exists",
  access: "public",
  limits: [{ per: "address", times: 20, seconds: QUARTER_HOUR }],
  body: z.object({ email }),
  response: z.object({}),
  errors: ["validation_failed"],
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/api/auth/password-reset/confirm",
  summary: "Set a new password with the emailed link, and sign out everywhere else",
  access: "public",
  limits: [{ per: "address", times: 20, seconds: QUARTER_HOUR }],
  isOutcomeSecret: true,
  body: z
    .object({
      token: z.string().min(1, "This link is incomplete. Open it from the email again.").max(200),
      ...newPasswordFields,
    })
    .refine(...passwordsMatch),
  response: signedIn,
  errors: ["validation_failed", "link_expired", "account_suspended", "service_unavailable"],
});

export const changePassword = endpoint({
  method: "POST",
  path: "/api/auth/password",
  summary: "Change your password and sign out everywhere else",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ currentPassword: password, ...newPasswordFields }).refine(...passwordsMatch),
  response: signedIn,
  errors: ["validation_failed", "too_many_requests", "service_unavailable"],
});

const codeSent = namedObject("CodeSent", {
  expiresAt: z.iso.datetime(),
  resendAt: z.iso.datetime().describe("When you can request another code"),
});

export const startEmailChange = endpoint({
  method: "POST",
  path: "/api/auth/email-change",
  summary: "Send a code to your current and to your new email address",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ email, password }),
  response: codeSent,
  errors: ["validation_failed", "email_taken", "too_many_requests", "service_unavailable"],
});

export const confirmEmailChange = endpoint({
  method: "POST",
  path: "/api/auth/email-change/confirm",
  summary: "Change your email address with both codes, and sign out everywhere else",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ currentCode: contactCode, newCode: contactCode }),
  response: currentUserView,
  errors: ["validation_failed", "wrong_code", "code_expired", "email_taken"],
});

const channel = z.enum(["email", "phone"], { error: "Please choose email or phone" });

export const sendVerificationCode = endpoint({
  method: "POST",
  path: "/api/auth/verifications",
  summary: "Send a verification code to your email address or phone number",
  access: "signed-in",
  body: z.object({ channel }),
  response: codeSent,
  errors: ["validation_failed", "already_verified", "phone_missing", "too_many_requests"],
});

export const confirmVerificationCode = endpoint({
  method: "POST",
  path: "/api/auth/verifications/confirm",
  summary: "Verify your email address or phone number with its code",
  access: "signed-in",
  isOutcomeSecret: true,
  body: z.object({ channel, code: contactCode }),
  response: currentUserView,
  errors: ["validation_failed", "wrong_code", "code_expired"],
});

const contactView = namedObject("Verification", {
  target: z.string().nullable().describe("The email address or phone number. Null if there is none"),
  verifiedAt: z.iso.datetime().nullable(),
  pending: codeSent.nullable().describe("The last code sent, while it is still valid"),
});

export const listVerifications = endpoint({
  method: "GET",
  path: "/api/auth/verifications",
  summary: "Get the verification status of your email and phone, and pending codes",
  access: "signed-in",
  response: z.object({ email: contactView, phone: contactView }),
  errors: [],
});
