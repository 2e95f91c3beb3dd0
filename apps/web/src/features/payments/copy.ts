import type { PayoutAccountView, PayoutState } from "@nexby/contract/money/payouts";

type StateCopy = { badge: string; look: "good" | "waiting" | "bad" | "plain"; text: string };

const STATE_COPY: Record<PayoutState, StateCopy> = {
  none: {
    badge: "Not set up",
    look: "plain",
    text: "Our payment provider asks who you are and which bank account your earnings go to.",
  },
  information_needed: {
    badge: "More information needed",
    look: "waiting",
    text: "Our payment provider still needs something from you before it can pay out.",
  },
  pending: {
    badge: "Pending",
    look: "waiting",
    text: "Our payment provider is checking your details. This can take a day or two.",
  },
  ready: { badge: "Ready", look: "good", text: "Your earnings can be paid out to your bank account." },
  rejected: {
    badge: "Rejected",
    look: "bad",
    text: "Our payment provider cannot pay out to this account. You can set up another one, or write to us.",
  },
  disconnected: {
    badge: "Disconnected",
    look: "bad",
    text: "This account is no longer connected with us. Set up another one to be paid.",
  },
};

export function payoutCopy({ state, bankLast4 }: Pick<PayoutAccountView, "state" | "bankLast4">): StateCopy {
  const copy = STATE_COPY[state];
  if (state !== "ready" || bankLast4 === null) return copy;
  return { ...copy, text: `Your earnings can be paid out to your bank account ending in ${bankLast4}.` };
}
