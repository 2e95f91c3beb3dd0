import type { Email } from "../../platform/email/render-email.ts";

const WHY = "You got this because it's about your account.";
const WHY_CODE = "You got this because someone entered this email address on Nexby.";

export const approvalEmail = (siteUrl: string): Email => ({
  title: "Your account is approved",
  paragraphs: ["We checked your account, and you can now rent items nearby and list your own."],
  why: WHY,
  action: { label: "Start browsing", url: `${siteUrl}/browse` },
});

export const suspensionEmail = (reason: string): Email => ({
  title: "Your account is suspended",
  paragraphs: [
    `We suspended your Nexby account. Reason: ${reason}`,
    "We signed you out on all devices, and you can't sign in for now. If you think this is a mistake, please reply to this email.",
  ],
  why: WHY,
});

export const reinstatementEmail = (siteUrl: string): Email => ({
  title: "Your account is active again",
  paragraphs: ["We lifted the suspension. You can sign in and use your account again."],
  action: { label: "Sign in", url: `${siteUrl}/auth` },
  why: WHY,
});

/** An email about an account, without its recipient. */
type Mail = { subject: string; letter: Email };

const EXPIRY_NOTE = "It expires in 10 minutes.";

function codeMail(code: string, purpose: string, otherwise: string): Mail {
  return {
    subject: `${code} is your Nexby code`,
    letter: {
      title: `${code} is your Nexby code`,
      headline: code,
      paragraphs: [`${purpose} ${EXPIRY_NOTE}`, otherwise],
      why: WHY_CODE,
    },
  };
}

export const confirmAddressMail = (code: string): Mail =>
  codeMail(code, "Enter it to confirm your email address.", "If you didn't request it, you can ignore this email.");

export const currentAddressMail = (code: string, newAddress: string): Mail =>
  codeMail(
    code,
    `Enter it to change your account's email address to ${newAddress}.`,
    "If you didn't request it, someone knows your password. Change your password now, and don't share this code with anyone.",
  );

export const newAddressMail = (code: string): Mail =>
  codeMail(
    code,
    "Enter it to use this email address for your Nexby account.",
    "If you didn't request it, you can ignore this email.",
  );

export const codeText = (code: string): string =>
  `${code} is your Nexby code. ${EXPIRY_NOTE} Don't share it. Nexby will never ask you for it.`;

export const passwordResetMail = (url: string): Mail => ({
  subject: "Choose a new password",
  letter: {
    title: "Choose a new password",
    paragraphs: [
      "You asked to reset the password of your Nexby account. This link works once and expires in 30 minutes.",
      "If you didn't request it, you can ignore this email. Your password won't change.",
    ],
    action: { label: "Choose a new password", url },
    why: "You got this because someone asked for a new password with this email address.",
  },
});

export const passwordChangedMail = (): Mail => ({
  subject: "Your password was changed",
  letter: {
    title: "Your password was changed",
    paragraphs: [
      "You have a new password now, and we signed you out on all your other devices.",
      "If this wasn't you, reset your password on the sign-in page now. That signs everyone else out of your account.",
    ],
    why: WHY,
  },
});

export const addressChangedMail = (newAddress: string): Mail => ({
  subject: "Your email address was changed",
  letter: {
    title: "Your email address was changed",
    paragraphs: [
      `Your Nexby account now uses ${newAddress}. We won't send anything else to this address.`,
      "If this wasn't you, please reply to this email right away.",
    ],
    why: WHY,
  },
});
