import type { Letter } from "../../../platform/outbox/letter.ts";

/** Without an address of the site where none is known: in a transaction that no request asked for. */
export const approvalLetter = (siteUrl: string | null): Letter => ({
  title: "Your account is approved",
  paragraphs: ["You can now list what you have and rent what you need."],
  ...(siteUrl !== null && { action: { label: "Start browsing", url: `${siteUrl}/browse` } }),
});

export const suspensionLetter = (reason: string): Letter => ({
  title: "Your account is suspended",
  paragraphs: [
    `The reason: ${reason}`,
    "You were signed out everywhere and cannot sign in for now. If you think this is a mistake, please answer this message.",
  ],
});

export const reinstatementLetter = (siteUrl: string): Letter => ({
  title: "Your account is open again",
  paragraphs: ["You can sign in and use it as before."],
  action: { label: "Sign in", url: `${siteUrl}/auth` },
});
