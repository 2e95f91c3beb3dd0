import type { PayoutAccountView } from "@nexby/contract/payouts";
import type { AccountRow } from "./payout-accounts.repository.ts";
import { canBeChanged } from "./payouts.policy.ts";

/** One that the provider has not been told of yet is none. */
export function presentPayoutAccount(account: AccountRow | null): PayoutAccountView {
  if (!account?.providerId) return { state: "none", bankLast4: null, canBeChanged: false, checkedAt: null };
  return {
    state: account.state,
    bankLast4: account.bankLast4,
    canBeChanged: canBeChanged(account),
    checkedAt: account.checkedAt?.toISOString() ?? null,
  };
}
