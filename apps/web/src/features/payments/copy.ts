import type { PayoutAccountView, PayoutState } from "@nexby/contract/money/payouts";

type StateCopy = { badge: string; look: "good" | "waiting" | "bad" | "plain"; text: string };

const STATE_COPY: Record<PayoutState, StateCopy> = {
  none: {
    badge: "Not set up",
    look: "plain",
    text: "Our payment provider will ask for your details and your bank account.",
  },
  information_needed: {
    badge: "More information needed",
    look: "waiting",
    text: "Our payment provider needs more information before we can pay you.",
  },
  pending: {
    badge: "Pending",
    look: "waiting",
    text: "Our payment provider is checking your details. This can take a day or two.",
  },
  ready: { badge: "Ready", look: "good", text: "We send your earnings to your bank account." },
  rejected: {
    badge: "Rejected",
    look: "bad",
    text: "Our payment provider can’t send payouts to this account. Set up another one or contact us.",
  },
  disconnected: {
    badge: "Disconnected",
    look: "bad",
    text: "This account is no longer connected. Set up another one to get paid.",
  },
};

export function payoutCopy({ state, bankLast4 }: Pick<PayoutAccountView, "state" | "bankLast4">): StateCopy {
  const copy = STATE_COPY[state];
  if (state !== "ready" || bankLast4 === null) return copy;
  return { ...copy, text: `We send your earnings to your bank account ending in ${bankLast4}.` };
}
