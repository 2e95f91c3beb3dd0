import type { BalanceMovement, PaymentsPort, TimeRange } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { compareOrders } from "./compare-orders.ts";
import type { Difference, Found } from "./difference.ts";
import { findPosted, keepMatched, type Posted } from "./postings.repository.ts";

export type Sides = { db: Db; payments: PaymentsPort };

/** Every movement of the provider's balance against its ledger transaction. Answers how many there were. */
export async function compareMovements({ db, payments }: Sides, range: TimeRange, found: Found): Promise<number> {
  let count = 0;
  for await (const movements of pagesOf(payments, range)) {
    const posted = await findPosted(db, idsOf(movements));
    const wrong = movements.flatMap((movement) => differenceOf(movement, posted.get(movement.id)) ?? []);
    const isWrong = new Set(wrong.map(({ subject }) => subject));
    const matched = movements.flatMap(({ id, sourceId }) => {
      const transaction = posted.get(id);
      return transaction && !isWrong.has(id)
        ? [{ movementId: id, sourceId, transactionId: transaction.transactionId }]
        : [];
    });
    await keepMatched(db, matched);
    await found([...wrong, ...(await compareOrders(db, movements))]);
    count += movements.length;
  }
  return count;
}

/** Of what moved since, the sum that has not been posted yet: the news of it is still on its way. */
export async function sumUnposted({ db, payments }: Sides, range: TimeRange): Promise<number> {
  let sum = 0;
  for await (const movements of pagesOf(payments, range)) {
    const posted = await findPosted(db, idsOf(movements));
    for (const { id, netCents } of movements) sum += posted.has(id) ? 0 : netCents;
  }
  return sum;
}

async function* pagesOf(payments: PaymentsPort, range: TimeRange): AsyncGenerator<BalanceMovement[]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await payments.listBalanceTransactions(range, cursor);
    if (items.length > 0) yield items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

const idsOf = (movements: readonly BalanceMovement[]) => movements.map(({ id }) => id);

function differenceOf(movement: BalanceMovement, posted: Posted | undefined): Difference | null {
  const what = `${movement.type} ${movement.sourceId ?? ""}`.trim();
  const about = { subject: movement.id, providerCents: movement.netCents, occurredAt: movement.createdAt };
  if (!posted)
    return { ...about, kind: "movement_not_posted", ledgerCents: null, note: `${what} is not in the ledger` };
  if (posted.netCents === movement.netCents && posted.feeCents === movement.feeCents) return null;
  return {
    ...about,
    kind: "movement_amount_differs",
    ledgerCents: posted.netCents,
    note: `${what} cost a fee of ${movement.feeCents}, posted as ${posted.feeCents}`,
  };
}
