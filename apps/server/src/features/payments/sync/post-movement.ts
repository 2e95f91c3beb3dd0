import type { LedgerKind } from "@nexby/domain/ledger/accounts";
import { inverseOf, type Posting } from "@nexby/domain/ledger/posting";
import { providerFee } from "@nexby/domain/ledger/postings";
import type { BalanceMovement } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { post } from "../../ledger/public.ts";

type Movement = {
  movement: BalanceMovement;
  kind: LedgerKind;
  bookingId: string | null;
  /** Without the provider's fee, which belongs to the same movement. */
  postings: readonly Posting[];
};

/** Writes a movement of the provider's balance into the ledger, once. Refuses what the provider would not agree with. */
export async function postMovement(tx: Db, { movement, kind, bookingId, postings }: Movement): Promise<boolean> {
  const all = [...postings, ...feeOf(movement.feeCents)];
  const onBalance = all.reduce(
    (sum, { account, amountCents }) => (account === "stripe_balance" ? sum + amountCents : sum),
    0,
  );
  if (onBalance !== movement.netCents) {
    throw new RangeError(`${movement.id} moved ${movement.netCents} at the provider, not ${onBalance}`);
  }
  const { isNew } = await post(tx, {
    sourceKey: `balance:${movement.id}`,
    kind,
    bookingId,
    occurredAt: movement.createdAt,
    postings: all,
  });
  return isNew;
}

/** A fee that comes back is negative. */
const feeOf = (cents: number): Posting[] => (cents < 0 ? inverseOf(providerFee(-cents)) : providerFee(cents));
