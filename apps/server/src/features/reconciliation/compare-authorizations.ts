import { PaymentProblem, type PaymentsPort, type ProviderPayment } from "../../adapters/payments/payments.port.ts";
import type { Sides } from "./compare-movements.ts";
import type { Difference, Found } from "./difference.ts";
import { findAuthorized, findHeldPayments, type HeldPayment } from "./orders.repository.ts";

const PAGE_SIZE = 500;

/** Every open hold of the provider against a payment we believe to be held, and the other way round. */
export async function compareAuthorizations(sides: Sides, newerThan: Date, found: Found): Promise<void> {
  const agreed = new Set<string>();
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await sides.payments.listOpenAuthorizations(cursor);
    const known = new Map(
      (
        await findHeldPayments(
          sides.db,
          items.map(({ id }) => id),
        )
      ).map((one) => [one.providerId, one]),
    );
    for (const hold of items) {
      const held = known.get(hold.id);
      if (held?.isAuthorized && held.authorizedCents === hold.authorizedCents) agreed.add(held.id);
      else await lookAgain(sides, hold.id, newerThan, found);
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  await compareHeld(sides, agreed, newerThan, found);
}

async function compareHeld(sides: Sides, agreed: ReadonlySet<string>, newerThan: Date, found: Found): Promise<void> {
  let page: HeldPayment[] = [];
  do {
    page = await findAuthorized(sides.db, { after: page.at(-1)?.id ?? null, limit: PAGE_SIZE });
    for (const { id, providerId } of page) {
      if (!agreed.has(id)) await lookAgain(sides, providerId, newerThan, found);
    }
  } while (page.length === PAGE_SIZE);
}

/** Lists are a moment old and both sides go on: what seems to differ is read once more, each by itself. */
async function lookAgain({ db, payments }: Sides, providerId: string, newerThan: Date, found: Found): Promise<void> {
  const hold = await findPayment(payments, providerId);
  const [held] = await findHeldPayments(db, [providerId]);
  const isUnderWay = held !== undefined && (held.isBusy || held.createdAt > newerThan);
  const difference = differenceOf(providerId, hold, held);
  if (difference && !isUnderWay) await found([difference]);
}

async function findPayment(payments: PaymentsPort, id: string): Promise<ProviderPayment | null> {
  try {
    return await payments.fetchPayment(id);
  } catch (error) {
    if (error instanceof PaymentProblem && error.reason === "resource_missing") return null;
    throw error;
  }
}

function differenceOf(subject: string, hold: ProviderPayment | null, held: HeldPayment | undefined): Difference | null {
  const open = hold?.status === "authorized" ? hold.authorizedCents : null;
  const ours = held?.isAuthorized ? held.authorizedCents : null;
  const about = { subject, providerCents: open, ledgerCents: ours, occurredAt: null };
  if (open === ours) return null;
  if (ours === null) {
    const note = held ? `payment ${held.id} is not held by our books` : "no payment of ours";
    return { ...about, kind: "authorization_unknown", note };
  }
  const note = `payment ${held?.id} is ${hold?.status ?? "unknown"} at the provider`;
  return { ...about, kind: open === null ? "authorization_gone" : "authorization_amount_differs", note };
}
