import { type AccountView, approveAccount, reinstateAccount, suspendAccount } from "@nexby/contract/administration";
import { approve, reinstate, suspend } from "./api/accounts.ts";

/** What an administrator can do with an account, and the words for it. */
export const ACCOUNT_ACTS = {
  approve: {
    label: "Approve",
    title: (name: string) => `Approve ${name}?`,
    text: "They can list and book from now on.",
    busyText: "Approving...",
    done: (name: string) => `${name} is approved`,
    look: "primary",
    isReasonOptional: true,
    schema: approveAccount.body,
    send: approve,
  },
  suspend: {
    label: "Suspend",
    title: (name: string) => `Suspend ${name}?`,
    text: "They are signed out everywhere and cannot sign in until they are reinstated.",
    busyText: "Suspending...",
    done: (name: string) => `${name} is suspended`,
    look: "danger",
    isReasonOptional: false,
    schema: suspendAccount.body,
    send: suspend,
  },
  reinstate: {
    label: "Reinstate",
    title: (name: string) => `Reinstate ${name}?`,
    text: "They can sign in again.",
    busyText: "Reinstating...",
    done: (name: string) => `${name} is reinstated`,
    look: "primary",
    isReasonOptional: false,
    schema: reinstateAccount.body,
    send: reinstate,
  },
} as const;

export type AccountAct = keyof typeof ACCOUNT_ACTS;

export const nameOf = ({ firstName, lastName, email }: AccountView): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;
