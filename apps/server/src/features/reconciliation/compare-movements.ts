import type { BalanceMovement, PaymentsPort, TimeRange } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import type { Discrepancy, Found } from "./discrepancies.queries.ts";
import {
  findPosted,
  findRefunds,
  findRefundsUnmoved,
  findTransfers,
  findTransfersUnmoved,
  type Order,
  type Posted,
  saveMatched,
} from "./reconciliation.queries.ts";

export type Participants = { db: Db; payments: PaymentsPort };

/** Compares each balance movement with its ledger transaction. Returns the number of movements. */
export async function compareMovements(
  { db, payments }: Participants,
  range: TimeRange,
  found: Found,
): Promise<number> {
  let count = 0;
  for await (const movements of pagesOf(payments, range)) {
    const posted = await findPosted(db, idsOf(movements));
    const differences = movements.flatMap((movement) => differenceOf(movement, posted.get(movement.id)) ?? []);
    const differingIds = new Set(differences.map(({ subject }) => subject));
    const matched = movements.flatMap(({ id, sourceId }) => {
      const transaction = posted.get(id);
      return transaction && !differingIds.has(id)
        ? [{ movementId: id, sourceId, transactionId: transaction.transactionId }]
        : [];
    });
    await saveMatched(db, matched);
    await found([...differences, ...(await compareOrders(db, movements))]);
    count += movements.length;
  }
  return count;
}

/** The total of movements not posted yet because their events haven't arrived. */
export async function sumUnposted({ db, payments }: Participants, range: TimeRange): Promise<number> {
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

function differenceOf(movement: BalanceMovement, posted: Posted | undefined): Discrepancy | null {
  const label = `${movement.type} ${movement.sourceId ?? ""}`.trim();
  const common = { subject: movement.id, providerCents: movement.netCents, occurredAt: movement.createdAt };
  if (!posted)
    return { ...common, kind: "movement_not_posted", ledgerCents: null, note: `${label} is not in the ledger` };
  if (posted.netCents === movement.netCents && posted.feeCents === movement.feeCents) return null;
  return {
    ...common,
    kind: "movement_amount_differs",
    ledgerCents: posted.netCents,
    note: `${label} had a fee of ${movement.feeCents}, but we posted ${posted.feeCents}`,
  };
}

const PAGE_SIZE = 500;

type OrderKind = "refund_differs" | "transfer_differs";

const REFUNDS = new Set(["refund", "payment_refund"]);
const TRANSFERS = new Set(["transfer", "transfer_refund"]);

/** Compares movements with the refunds, transfers and reversals we requested. */
async function compareOrders(db: Db, movements: readonly BalanceMovement[]): Promise<Discrepancy[]> {
  const refunds = movements.filter(({ type }) => REFUNDS.has(type));
  const transfers = movements.filter(({ type }) => TRANSFERS.has(type));
  return [
    ...findDiffering("refund_differs", refunds, await findRefunds(db, sourcesOf(refunds))),
    ...findDiffering("transfer_differs", transfers, await findTransfers(db, sourcesOf(transfers))),
  ];
}

/** Every refund and transfer we recorded as done must have a movement. Run after `compareMovements`. */
export async function compareOrdersDone(db: Db, window: { from: Date; until: Date }, found: Found): Promise<void> {
  await eachPage(
    (after) => findRefundsUnmoved(db, { ...window, after, limit: PAGE_SIZE }),
    reportUnmoved("refund_differs", found),
  );
  await eachPage(
    (after) => findTransfersUnmoved(db, { ...window, after, limit: PAGE_SIZE }),
    reportUnmoved("transfer_differs", found),
  );
}

const sourcesOf = (movements: readonly BalanceMovement[]) => movements.flatMap(({ sourceId }) => sourceId ?? []);

/** A movement without an order isn't posted either, so it is already reported as a difference. */
function findDiffering(
  kind: OrderKind,
  movements: readonly BalanceMovement[],
  orders: readonly Order[],
): Discrepancy[] {
  const ordered = new Map(orders.map(({ providerId, amountCents }) => [providerId, amountCents]));
  return movements.flatMap(({ sourceId, amountCents, createdAt }) => {
    const amount = sourceId === null ? undefined : ordered.get(sourceId);
    if (sourceId === null || amount === undefined || amount === Math.abs(amountCents)) return [];
    const common = { subject: sourceId, providerCents: Math.abs(amountCents), ledgerCents: amount };
    return [{ ...common, kind, note: "the moved amount differs from the ordered amount", occurredAt: createdAt }];
  });
}

const reportUnmoved = (kind: OrderKind, found: Found) => (orders: readonly Order[]) =>
  found(
    orders.map(({ providerId, amountCents }) => ({
      kind,
      subject: providerId,
      providerCents: null,
      ledgerCents: amountCents,
      note: "recorded as done, but the provider has no matching movement",
      occurredAt: null,
    })),
  );

async function eachPage(read: (after: string) => Promise<Order[]>, use: (page: Order[]) => Promise<void>) {
  let page: Order[] = [];
  do {
    page = await read(page.at(-1)?.providerId ?? "");
    await use(page);
  } while (page.length === PAGE_SIZE);
}
