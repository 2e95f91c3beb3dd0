import type { LedgerView } from "@nexby/contract/ledger";
import type { Balance } from "./ledger.repository.ts";
import type { LedgerViolation } from "./violations.repository.ts";

export const presentLedger = (balances: Balance[], violations: LedgerViolation[]): LedgerView => ({
  balances: balances.map(({ account, currency, amountCents }) => ({ account, currency, amountCents })),
  violations: violations.map((violation) => ({ ...violation })),
});
