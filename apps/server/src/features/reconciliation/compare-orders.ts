import type { BalanceMovement } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import type { Difference, Found } from "./difference.ts";
import {
  findRefunds,
  findRefundsUnmoved,
  findTransfers,
  findTransfersUnmoved,
  type Order,
} from "./orders.repository.ts";

const PAGE_SIZE = 500;

type OrderKind = "refund_differs" | "transfer_differs";

const REFUNDS = new Set(["refund", "payment_refund"]);
const TRANSFERS = new Set(["transfer", "transfer_refund"]);

/** What moved against what we ordered: refunds, transfers, reversals. Who ordered something else is told here. */
export async function compareOrders(db: Db, movements: readonly BalanceMovement[]): Promise<Difference[]> {
  const refunds = movements.filter(({ type }) => REFUNDS.has(type));
  const transfers = movements.filter(({ type }) => TRANSFERS.has(type));
  return [
    ...differing("refund_differs", refunds, await findRefunds(db, sourcesOf(refunds))),
    ...differing("transfer_differs", transfers, await findTransfers(db, sourcesOf(transfers))),
  ];
}

/** What we believe to be done must have moved something. After `compareMovements`. */
export async function compareOrdersDone(db: Db, window: { from: Date; until: Date }, found: Found): Promise<void> {
  await eachPage(
    (after) => findRefundsUnmoved(db, { ...window, after, limit: PAGE_SIZE }),
    unmoved("refund_differs", found),
  );
  await eachPage(
    (after) => findTransfersUnmoved(db, { ...window, after, limit: PAGE_SIZE }),
    unmoved("transfer_differs", found),
  );
}

const sourcesOf = (movements: readonly BalanceMovement[]) => movements.flatMap(({ sourceId }) => sourceId ?? []);

/** A movement nobody ordered has not been posted either, and is a difference by that. */
function differing(kind: OrderKind, movements: readonly BalanceMovement[], orders: readonly Order[]): Difference[] {
  const ordered = new Map(orders.map(({ providerId, amountCents }) => [providerId, amountCents]));
  return movements.flatMap(({ sourceId, amountCents, createdAt }) => {
    const amount = sourceId === null ? undefined : ordered.get(sourceId);
    if (sourceId === null || amount === undefined || amount === Math.abs(amountCents)) return [];
    const about = { subject: sourceId, providerCents: Math.abs(amountCents), ledgerCents: amount };
    return [{ ...about, kind, note: "moved another amount than was ordered", occurredAt: createdAt }];
  });
}

const unmoved = (kind: OrderKind, found: Found) => (orders: readonly Order[]) =>
  found(
    orders.map(({ providerId, amountCents }) => ({
      kind,
      subject: providerId,
      providerCents: null,
      ledgerCents: amountCents,
      note: "done by our word, without a movement that agrees with the ledger",
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
