import type { AccountView } from "@nexby/contract/admin/accounts";
import * as accountsContract from "@nexby/contract/admin/accounts";
import type { FraudAnalysisView } from "@nexby/contract/admin/fraud";
import type { WaitingReason } from "@nexby/contract/admin/tasks";
import { countOf, formatCents } from "../../lib/format.ts";
import { approveAccount, reinstateAccount, suspendAccount } from "./api.ts";

/** Admin actions on an account, with their texts. */
export const ACCOUNT_ACTIONS = {
  approve: {
    label: "Approve",
    title: (name: string) => `Approve ${name}?`,
    text: "They can list and book from now on.",
    busyText: "Approving...",
    done: (name: string) => `${name} is approved`,
    look: "primary",
    isReasonOptional: true,
    schema: accountsContract.approveAccount.body,
    send: approveAccount,
  },
  suspend: {
    label: "Suspend",
    title: (name: string) => `Suspend ${name}?`,
    text: "They are signed out everywhere and cannot sign in until they are reinstated.",
    busyText: "Suspending...",
    done: (name: string) => `${name} is suspended`,
    look: "danger",
    isReasonOptional: false,
    schema: accountsContract.suspendAccount.body,
    send: suspendAccount,
  },
  reinstate: {
    label: "Reinstate",
    title: (name: string) => `Reinstate ${name}?`,
    text: "They can sign in again.",
    busyText: "Reinstating...",
    done: (name: string) => `${name} is reinstated`,
    look: "primary",
    isReasonOptional: false,
    schema: accountsContract.reinstateAccount.body,
    send: reinstateAccount,
  },
} as const;

export type AccountAction = keyof typeof ACCOUNT_ACTIONS;

export const accountName = ({ firstName, lastName, email }: AccountView): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

type Facts = Pick<AccountView, "emailVerifiedAt" | "phoneVerifiedAt" | "isApproved" | "isAdmin" | "suspendedAt">;

/** Risk signals of an account. */
export function signalsOf({ emailVerifiedAt, phoneVerifiedAt, isApproved, isAdmin, suspendedAt }: Facts): string[] {
  return [
    ...(suspendedAt ? ["Suspended"] : []),
    ...(emailVerifiedAt ? [] : ["Email not verified"]),
    ...(phoneVerifiedAt ? [] : ["Phone not verified"]),
    ...(isApproved || isAdmin ? [] : ["Not approved"]),
  ];
}

type Decision = FraudAnalysisView["allowedActions"][number];

/** Admin decisions on a flagged request, with their texts. */
export const DECISIONS = {
  approve: {
    label: "Approve",
    title: (name: string) => `Let ${name}'s request go on?`,
    text: "The owner sees it at once and decides as about any other.",
    busyText: "Approving...",
    done: (name: string) => `${name}'s request was sent on to the owner`,
    look: "primary",
    past: "Approved",
  },
  decline: {
    label: "Decline",
    title: (name: string) => `Decline ${name}'s request?`,
    text: "The card is let go and nothing is charged. The renter learns only that it was not accepted.",
    busyText: "Declining...",
    done: (name: string) => `${name}'s request was declined`,
    look: "danger",
    past: "Declined",
  },
  request_info: {
    label: "Ask for information",
    title: (name: string) => `Ask ${name} for information?`,
    text: "The renter is asked to verify email and phone, or to write to the help center. The request waits for another 12 hours.",
    busyText: "Asking...",
    done: (name: string) => `${name} was asked for information`,
    look: "primary",
    past: "Asked for information",
  },
} as const satisfies Record<Decision, unknown>;

export const WAITING_REASONS: Record<WaitingReason, string> = {
  no_account: "The owner hasn’t set up a payout account.",
  information_needed: "The payment provider needs more information from the owner.",
  pending: "The payment provider is checking the owner’s details.",
  rejected: "The payment provider rejected the owner’s payout account.",
  disconnected: "The owner disconnected their payout account.",
  suspended: "The owner is suspended.",
  transfer_failed: "The last transfer failed. We try again every day.",
};

export const memberName = ({
  firstName,
  lastName,
}: Pick<FraudAnalysisView["renter"], "firstName" | "lastName">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "A member";

type RedFlag = FraudAnalysisView["redFlags"][number];

/** Hours as text: "less than an hour", "5 hours", "3 days". */
function spanOf(observed: RedFlag["observed"]): string {
  const hours = Math.floor(Number(observed));
  if (hours < 1) return "less than an hour";
  return hours < 48 ? countOf(hours, "hour") : countOf(Math.floor(hours / 24), "day");
}

const FLAG_COPY: Record<string, (observed: RedFlag["observed"]) => string> = {
  new_account: (hours) => `The account is ${spanOf(hours)} old`,
  email_unverified: () => "The email is not verified",
  phone_unverified: () => "The phone is not verified",
  no_completed_rental: () => "It would be their first rental",
  clean_rentals: (count) => `${countOf(Number(count), "rental")} without any trouble`,
  large_first_rental: (cents) => `${formatCents(Number(cents))} with the deposit, and no rental before`,
  resale_prone: () => "The item is easily sold on",
  short_notice: (hours) => `It starts in ${spanOf(hours)}`,
  many_requests: (count) => `${countOf(Number(count), "request")} within a day`,
  failed_cards: (count) => `${countOf(Number(count), "refused card")} within an hour`,
  provider_risk: (risk) =>
    typeof risk === "string"
      ? `The card provider calls the risk ${risk}`
      : `The card provider's own score is ${risk} of 100`,
  wrong_code: () => "The card's security code is wrong",
  wrong_zip: () => "The card's ZIP is wrong",
  prepaid_card: () => "The card is prepaid",
  off_platform_payment: () => "The message proposes to pay elsewhere",
  far_delivery: (miles) => `Delivery ${countOf(Math.round(Number(miles)), "mile")} from their town`,
  disputes_lost: (count) => `${countOf(Number(count), "dispute")} decided against them`,
  chargebacks: (count) => `${countOf(Number(count), "chargeback")} before`,
  linked_to_suspended: () => "Shares a card or phone with a suspended account",
  linked_to_owner: () => "Shares a card or phone with the owner",
  fraud_warning: () => "A bank has called a payment of theirs fraud",
};

/** Falls back to the rule's code. */
export const flagCopy = ({ code, observed }: RedFlag): string =>
  FLAG_COPY[code]?.(observed) ?? code.replaceAll("_", " ");

/** "+15" raises the risk, "−10" lowers it; a weight of 0 means that the rule decides alone. */
export function weightCopy({ weight }: RedFlag): string {
  if (weight === 0) return "Decides alone";
  return weight > 0 ? `+${weight}` : `−${-weight}`;
}

const MINUTE = 60;

/** "2 h 3 min", "12 h", "3 min"; empty below a minute. */
function spanText(seconds: number): string {
  const minutes = Math.floor(seconds / MINUTE);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(" ");
}

export function timeLeftCopy(seconds: number): string {
  const span = spanText(Math.abs(seconds));
  if (seconds <= 0) return span ? `Overdue for ${span}` : "Overdue";
  return span ? `${span} left` : "Less than a minute left";
}
