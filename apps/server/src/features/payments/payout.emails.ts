import type { Email } from "../../platform/email/render-email.ts";
import type { AccountState } from "../../schema/payment-provider.ts";
import type { NotificationEvent, NotificationTexts } from "../notifications/public.ts";

const NOT_YOU = "If this wasn't you, change your password now and contact us.";

/** Null while the provider's decision is pending. */
export function accountEventOf(state: AccountState, bankLast4: string | null): NotificationEvent | null {
  switch (state) {
    case "ready":
      return { kind: "payout_account_ready", data: { bankLast4 } };
    case "information_needed":
      return { kind: "payout_account_incomplete", data: {} };
    case "rejected":
      return { kind: "payout_account_rejected", data: {} };
    case "disconnected":
      return { kind: "payout_account_disconnected", data: {} };
    case "pending":
      return null;
  }
}

export const reminderEmail = ({ title, message }: NotificationTexts, url: string): Email => ({
  title,
  paragraphs: [message],
  action: { label: "Set up payouts", url },
});

export const accountEmail = ({ title, message }: NotificationTexts): Email => ({
  title,
  paragraphs: [message, NOT_YOU],
});

export const dashboardEmail = (): Email => ({
  title: "Your payout settings were opened",
  paragraphs: [
    "Someone entered your password and opened our payment provider's page, where your bank account can be changed.",
    NOT_YOU,
  ],
  why: "You got this because it's about your payout account.",
});

export const replacementEmail = (): Email => ({
  title: "Your payout account is being replaced",
  paragraphs: [
    "Someone entered your password to set up another payout account. We'll hold your earnings until it's ready.",
    NOT_YOU,
  ],
  why: "You got this because it's about your payout account.",
});
