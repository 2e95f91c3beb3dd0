import { cents, decimalFromCents } from "@nexby/domain/kernel/money";
import type { Email } from "../../platform/outbox.ts";
import type { AccountState } from "../../schema/payment-provider.ts";

export type Notice = { title: string; text: string };

const NOT_YOU = "If this was not you, please change your password now and write to us.";

/** Null while the provider's decision is pending. */
export function noticeFor(state: AccountState, bankLast4: string | null): Notice | null {
  switch (state) {
    case "ready":
      return {
        title: "Your payout account is ready",
        text: `Your earnings will be paid to your bank account${bankLast4 ? ` ending in ${bankLast4}` : ""}.`,
      };
    case "information_needed":
      return {
        title: "Your payout account needs more information",
        text: "Until our payment provider has it, your earnings wait.",
      };
    case "rejected":
      return {
        title: "Your payout account was rejected",
        text: "Our payment provider cannot pay out to it. You can set up another one.",
      };
    case "disconnected":
      return {
        title: "Your payout account is disconnected",
        text: "Your earnings wait until you have set up another one.",
      };
    case "pending":
      return null;
  }
}

/** The provider sends no further payouts to a bank account that rejected one. */
export const failedPayoutNotice = (amountCents: number): Notice => ({
  title: "Your bank rejected a payout",
  text: `Your bank rejected a payout of $${decimalFromCents(cents(amountCents))}. Nothing is lost: update your bank account in your payout settings, and the money is sent with the next payout.`,
});

/** The owner's money has waited for 30 days or more. */
export const reminderFor = (amountCents: number, waitingSince: string): Notice => ({
  title: "Set up payouts to get paid",
  text: `$${decimalFromCents(cents(amountCents))} from your rentals has been waiting since ${waitingSince}, because your payout account isn't ready. Nothing is lost: we'll send the money as soon as the account is ready.`,
});

export const reminderEmail = ({ title, text }: Notice, url: string): Email => ({
  title,
  paragraphs: [text],
  action: { label: "Set up payouts", url },
});

export const noticeEmail = ({ title, text }: Notice): Email => ({ title, paragraphs: [text, NOT_YOU] });

export const dashboardEmail = (): Email => ({
  title: "Your payout settings were opened",
  paragraphs: [
    "Somebody entered your password and went to our payment provider, where your bank account can be changed.",
    NOT_YOU,
  ],
});

export const replacementEmail = (): Email => ({
  title: "Your payout account is being replaced",
  paragraphs: [
    "Somebody entered your password to set up another payout account. Your earnings wait until it is ready.",
    NOT_YOU,
  ],
});
