import { PaymentProblem, type PaymentsPort, type ProviderPayment } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { findBalance, findLedgerViolations } from "../ledger/public.ts";
import { type Participants, sumUnposted } from "./compare-movements.ts";
import { type Discrepancy, type Found, selectOpenSubjects } from "./discrepancies.queries.ts";
import { findAuthorized, findHeldPayments, findUnmatched, type HeldPayment } from "./reconciliation.queries.ts";

const PAGE_SIZE = 500;

/** Compares the provider's open authorizations with our authorized payments, in both directions. */
export async function compareAuthorizations(sides: Participants, newerThan: Date, found: Found): Promise<void> {
  const matched = new Set<string>();
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await sides.payments.listOpenAuthorizations(cursor);
    const known = new Map(
      (
        await findHeldPayments(
          sides.db,
          items.map(({ id }) => id),
        )
      ).map((payment) => [payment.providerId, payment]),
    );
    for (const hold of items) {
      const held = known.get(hold.id);
      if (held?.isAuthorized && held.authorizedCents === hold.authorizedCents) matched.add(held.id);
      else await recheck(sides, hold.id, newerThan, found);
    }
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  await compareHeld(sides, matched, newerThan, found);
}

async function compareHeld(
  sides: Participants,
  matched: ReadonlySet<string>,
  newerThan: Date,
  found: Found,
): Promise<void> {
  let page: HeldPayment[] = [];
  do {
    page = await findAuthorized(sides.db, { after: page.at(-1)?.id ?? null, limit: PAGE_SIZE });
    for (const { id, providerId } of page) {
      if (!matched.has(id)) await recheck(sides, providerId, newerThan, found);
    }
  } while (page.length === PAGE_SIZE);
}

/** Both sides keep changing while lists are read, so each apparent difference is read again individually. */
async function recheck(
  { db, payments }: Participants,
  providerId: string,
  newerThan: Date,
  found: Found,
): Promise<void> {
  const hold = await findPayment(payments, providerId);
  const [held] = await findHeldPayments(db, [providerId]);
  const isInProgress = held !== undefined && (held.isBusy || held.createdAt > newerThan);
  const difference = differenceOf(providerId, hold, held);
  if (difference && !isInProgress) await found([difference]);
}

async function findPayment(payments: PaymentsPort, id: string): Promise<ProviderPayment | null> {
  try {
    return await payments.fetchPayment(id);
  } catch (error) {
    if (error instanceof PaymentProblem && error.reason === "resource_missing") return null;
    throw error;
  }
}

function differenceOf(
  subject: string,
  hold: ProviderPayment | null,
  held: HeldPayment | undefined,
): Discrepancy | null {
  const open = hold?.status === "authorized" ? hold.authorizedCents : null;
  const ours = held?.isAuthorized ? held.authorizedCents : null;
  const common = { subject, providerCents: open, ledgerCents: ours, occurredAt: null };
  if (open === ours) return null;
  if (ours === null) {
    const note = held ? `payment ${held.id} is not authorized in our database` : "not one of our payments";
    return { ...common, kind: "authorization_unknown", note };
  }
  const note = `payment ${held?.id} is ${hold?.status ?? "unknown"} at the provider`;
  return { ...common, kind: open === null ? "authorization_gone" : "authorization_amount_differs", note };
}

export type ComparedBalance = {
  providerCents: number;
  ledgerCents: number;
  /** Moved at the provider recently and not posted yet. */
  onItsWayCents: number;
};

const MAX_ATTEMPTS = 5;

/**
 * Compares the provider's balance with the ledger's. Both keep moving, so only figures that are equal before and after
 * are used. Null when they never stayed the same.
 */
export async function compareBalance(sides: Participants, since: Date, found: Found): Promise<ComparedBalance | null> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
    const before = await fetchTotals(sides);
    const onItsWayCents = await sumUnposted(sides, { from: since });
    const after = await fetchTotals(sides);
    if (before.providerCents !== after.providerCents || before.ledgerCents !== after.ledgerCents) continue;
    const compared = { ...after, onItsWayCents };
    if (compared.providerCents !== compared.ledgerCents + onItsWayCents) {
      const note = `${onItsWayCents} is in transit, which does not explain the difference`;
      const { providerCents, ledgerCents } = compared;
      const subject = "stripe_balance";
      await found([{ kind: "balance_differs", subject, providerCents, ledgerCents, note, occurredAt: null }]);
    }
    return compared;
  }
  return null;
}

async function fetchTotals({ db, payments }: Participants) {
  const { availableCents, pendingCents } = await payments.fetchBalance();
  const ledgerCents = await findBalance(db, { account: "stripe_balance" });
  return { providerCents: availableCents + pendingCents, ledgerCents };
}

/** Checks the ledger's own rules for recent postings and for rules that were broken before. */
export async function compareLedgerRules(db: Db, since: Date, found: Found): Promise<void> {
  const broken = await selectOpenSubjects(db, "ledger_rule_broken");
  const violations = await findLedgerViolations(db, {
    since,
    ids: broken.flatMap((subject) => subject.split(" ")[1] ?? []),
  });
  await found(
    violations.map(({ rule, transactionId, bookingId, userId, account, amountCents }) => ({
      kind: "ledger_rule_broken" as const,
      // The id must come second, because the next comparison reads it from there.
      subject: [rule, transactionId ?? bookingId ?? userId, account].filter(Boolean).join(" "),
      providerCents: null,
      ledgerCents: amountCents,
      note: `rule violated: ${rule.replaceAll("_", " ")}`,
      occurredAt: null,
    })),
  );
}

/** Every posted balance movement must exist at the provider. Run after `compareMovements`. */
export async function comparePostings(db: Db, window: { from: Date; until: Date }, found: Found): Promise<void> {
  let after: string | null = null;
  do {
    const page = await findUnmatched(db, { ...window, after, limit: PAGE_SIZE });
    await found(
      page.map(({ sourceKey, netCents, createdAt }) => ({
        kind: "posting_without_movement" as const,
        subject: sourceKey,
        providerCents: null,
        ledgerCents: netCents,
        note: `posted ${createdAt.toISOString()}, but the provider has no matching movement`,
        occurredAt: null,
      })),
    );
    after = page.length === PAGE_SIZE ? (page.at(-1)?.id ?? null) : null;
  } while (after !== null);
}
