import type { Email } from "../../platform/outbox.ts";

/** `siteUrl` is null in a transaction that no request started, because it is unknown there. */
export const approvalEmail = (siteUrl: string | null): Email => ({
  title: "Your account is approved",
  paragraphs: ["You can now list what you have and rent what you need."],
  ...(siteUrl !== null && { action: { label: "Start browsing", url: `${siteUrl}/browse` } }),
});

export const suspensionEmail = (reason: string): Email => ({
  title: "Your account is suspended",
  paragraphs: [
    `The reason: ${reason}`,
    "You were signed out everywhere and cannot sign in for now. If you think this is a mistake, please answer this message.",
  ],
});

export const reinstatementEmail = (siteUrl: string): Email => ({
  title: "Your account is open again",
  paragraphs: ["You can sign in and use it as before."],
  action: { label: "Sign in", url: `${siteUrl}/auth` },
});

/** An email about an account, without its recipient. */
type Mail = { subject: string; letter: Email };

const EXPIRY_NOTE = "It works for 10 minutes.";

function codeMail(code: string, purpose: string, otherwise: string): Mail {
  return {
    subject: `${code} is your Nexby code`,
    letter: { title: `Your code is ${code}`, paragraphs: [`${purpose} ${EXPIRY_NOTE}`, otherwise] },
  };
}

export const confirmAddressMail = (code: string): Mail =>
  codeMail(code, "Enter it to confirm your email address.", "If you did not ask for it, you can ignore this message.");

export const currentAddressMail = (code: string, newAddress: string): Mail =>
  codeMail(
    code,
    `Enter it to change the email address of your account to ${newAddress}.`,
    "If you did not ask for it, somebody knows your password. Please change it now and share this code with nobody.",
  );

export const newAddressMail = (code: string): Mail =>
  codeMail(
    code,
    "Enter it to use this email address for your Nexby account.",
    "If you did not ask for it, you can ignore this message.",
  );

export const codeText = (code: string): string =>
  `${code} is your Nexby code. ${EXPIRY_NOTE} Never share it: nobody from Nexby will ask for it.`;

export const passwordResetMail = (url: string): Mail => ({
  subject: "Choose a new password",
  letter: {
    title: "Choose a new password",
    paragraphs: [
      "You asked for a new password for your Nexby account. The link below works once, for 30 minutes.",
      "If you did not ask for it, you can ignore this message. Your password stays as it is.",
    ],
    action: { label: "Choose a new password", url },
  },
});

export const passwordChangedMail = (): Mail => ({
  subject: "Your password was changed",
  letter: {
    title: "Your password was changed",
    paragraphs: [
      "You were signed out on all your other devices.",
      "If this was not you, ask for a new password on the sign-in page now. That locks out whoever did it.",
    ],
  },
});

export const addressChangedMail = (newAddress: string): Mail => ({
  subject: "Your email address was changed",
  letter: {
    title: "Your email address was changed",
    paragraphs: [
      `Your Nexby account now uses ${newAddress}. Nothing more will be sent to this address.`,
      "If this was not you, please answer this message at once.",
    ],
  },
});
