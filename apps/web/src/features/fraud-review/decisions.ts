import type { FraudAnalysisView } from "@nexby/contract/fraud";

type Decision = FraudAnalysisView["allowedActions"][number];

/** What an administrator can decide about a stopped request, and the words for it. */
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

export const nameOf = ({ firstName, lastName }: Pick<FraudAnalysisView["renter"], "firstName" | "lastName">): string =>
  [firstName, lastName].filter(Boolean).join(" ") || "A member";
