import type { AccountView } from "@nexby/contract/admin/accounts";
import * as accountsContract from "@nexby/contract/admin/accounts";
import type { FraudAnalysisView } from "@nexby/contract/admin/fraud";
import type { WaitingReason } from "@nexby/contract/admin/tasks";
import { countOf } from "@nexby/domain/kernel/amount-text";
import { formatCents } from "../../lib/format.ts";
import { approveAccount, reinstateAccount, suspendAccount } from "./api.ts";

const AUDIT_HINT = "Saved in the audit log. The user won’t see it.";

/** Admin actions on an account, with their texts. */
export const ACCOUNT_ACTIONS = {
  approve: {
    label: "Approve",
    title: (name: string) => `Approve ${name}?`,
    text: "They can list and book right away.",
    busyText: "Approving...",
    done: (name: string) => `${name} is approved`,
    look: "primary",
    isReasonOptional: true,
    reasonHint: AUDIT_HINT,
    schema: accountsContract.approveAccount.body,
    send: approveAccount,
  },
  suspend: {
    label: "Suspend",
    title: (name: string) => `Suspend ${name}?`,
    text: "We’ll sign them out everywhere. They can’t sign in until you reinstate them.",
    busyText: "Suspending...",
    done: (name: string) => `${name} is suspended`,
    look: "danger",
    isReasonOptional: false,
    reasonHint: "We’ll email this to the user and save it in the audit log.",
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
    reasonHint: AUDIT_HINT,
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
    title: (name: string) => `Approve ${name}’s request?`,
    text: "We’ll send it to the owner, who can approve or decline it.",
    busyText: "Approving...",
    done: (name: string) => `${name}’s request was sent to the owner`,
    look: "primary",
    past: "Approved",
  },
  decline: {
    label: "Decline",
    title: (name: string) => `Decline ${name}’s request?`,
    text: "We’ll release the hold on the card and charge nothing. The renter won’t see the reason.",
    busyText: "Declining...",
    done: (name: string) => `${name}’s request was declined`,
    look: "danger",
    past: "Declined",
  },
  request_info: {
    label: "Request information",
    title: (name: string) => `Request information from ${name}?`,
    text: "We’ll ask the renter to verify their email and phone, or to contact us. You’ll have another 12 hours to decide.",
    busyText: "Sending...",
    done: (name: string) => `We asked ${name} for more information`,
    look: "primary",
    past: "Information requested",
  },
} as const satisfies Record<Decision, unknown>;

export const WAITING_REASONS: Record<WaitingReason, string> = {
  no_account: "The owner hasn’t set up a payout account.",
  information_needed: "The payment provider needs more information from the owner.",
  pending: "The payment provider is checking the owner’s details.",
  rejected: "The payment provider rejected the owner’s payout account.",
  disconnected: "The owner disconnected their payout account.",
  suspended: "The owner is suspended.",
  transfer_failed: "The last transfer failed. We’ll try again every day.",
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
  new_account: (hours) => `Account is ${spanOf(hours)} old`,
  email_unverified: () => "Email not verified",
  phone_unverified: () => "Phone not verified",
  no_completed_rental: () => "First rental",
  clean_rentals: (count) => `${countOf(Number(count), "rental")} without problems`,
  large_first_rental: (cents) => `First rental costs ${formatCents(Number(cents))}, including the deposit`,
  resale_prone: () => "Item is easy to resell",
  short_notice: (hours) => `Starts in ${spanOf(hours)}`,
  many_requests: (count) => `${countOf(Number(count), "request")} within a day`,
  failed_cards: (count) => `${countOf(Number(count), "declined card")} within an hour`,
  provider_risk: (risk) =>
    typeof risk === "string"
      ? `Card provider rates the risk as ${risk}`
      : `Card provider’s risk score is ${risk} of 100`,
  wrong_code: () => "Card security code is wrong",
  wrong_zip: () => "Card ZIP code is wrong",
  prepaid_card: () => "Prepaid card",
  off_platform_payment: () => "Message suggests paying off-platform",
  far_delivery: (miles) => `Delivery is ${countOf(Math.round(Number(miles)), "mile")} from their town`,
  disputes_lost: (count) => `${countOf(Number(count), "dispute")} lost`,
  chargebacks: (count) => countOf(Number(count), "past chargeback"),
  linked_to_suspended: () => "Shares a card or phone with a suspended account",
  linked_to_owner: () => "Shares a card or phone with the owner",
  fraud_warning: () => "A bank reported one of their payments as fraud",
};

/** Falls back to the rule's code. */
export const flagCopy = ({ code, observed }: RedFlag): string =>
  FLAG_COPY[code]?.(observed) ?? code.replaceAll("_", " ");

/** "+15" raises the risk, "−10" lowers it; a weight of 0 makes the risk critical by itself. */
export function weightCopy({ weight }: RedFlag): string {
  if (weight === 0) return "Critical";
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
  if (seconds <= 0) return span ? `Overdue by ${span}` : "Overdue";
  return span ? `${span} left` : "Less than a minute left";
}
