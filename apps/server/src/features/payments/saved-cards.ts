import { and, eq, isNull, sql } from "drizzle-orm";
import { PaymentProblem, type PaymentsPort, type SavedCard } from "../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { paymentCustomers } from "../../schema/payment-provider.ts";
import { auditLog } from "../../schema/platform.ts";
import { findUser, lockUser, setProviderReferences } from "../accounts/public.ts";
import { callProvider } from "./provider-access.ts";

type CustomerRow = typeof paymentCustomers.$inferSelect;

async function findCustomer(db: Db, userId: string): Promise<CustomerRow | null> {
  const [customer] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId));
  return customer ?? null;
}

/** Concurrent calls create one row. */
async function insertCustomer(db: Db, person: Pick<CustomerRow, "userId" | "email" | "name">): Promise<void> {
  await db.insert(paymentCustomers).values(person).onConflictDoNothing();
}

/** Sets it once, and copies it to the user for the rest of the product. */
async function setProviderId(db: Db, userId: string, providerId: string): Promise<void> {
  const { rowCount } = await db
    .update(paymentCustomers)
    .set({ providerId })
    .where(and(eq(paymentCustomers.userId, userId), isNull(paymentCustomers.providerId)));
  if (rowCount === 1) await setProviderReferences(db, userId, { paymentCustomerId: providerId });
}

/** The next attempt uses a new idempotency key. */
async function giveUpAttempt(db: Db, { userId, attempt }: CustomerRow): Promise<void> {
  await db
    .update(paymentCustomers)
    .set({ attempt: attempt + 1 })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.attempt, attempt)));
}

/** False when a concurrent call was first. The next customer is created with a new key. */
async function clearProviderId(db: Db, userId: string, providerId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(paymentCustomers)
    .set({ providerId: null, attempt: sql`${paymentCustomers.attempt} + 1` })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.providerId, providerId)));
  if (rowCount === 1) await setProviderReferences(db, userId, { paymentCustomerId: null });
  return rowCount === 1;
}

/**
 * Returns the person's customer id, creating the customer if needed. Never call it in a transaction. The stored row
 * gives every attempt the same idempotency key, so only one customer is created.
 */
export async function ensureCustomer(db: Db, payments: PaymentsPort, personId: string): Promise<string> {
  const customer = (await findCustomer(db, personId)) ?? (await openCustomer(db, personId));
  if (customer.providerId !== null) return customer.providerId;
  const { attempt, email, name } = customer;
  const key = `${payments.environment}:${personId}:customer:${attempt}`;
  const { id } = await callProvider(() => payments.createCustomer({ key, personId, email, name })).catch(
    async (error: Error) => {
      if (error.cause instanceof PaymentProblem && error.cause.isReplayed) await giveUpAttempt(db, customer);
      throw error;
    },
  );
  await db.transaction(async (tx) => {
    await lockUser(tx, personId);
    await setProviderId(tx, personId, id);
  });
  return id;
}

async function openCustomer(db: Db, personId: string): Promise<CustomerRow> {
  const user = await findUser(db, personId);
  if (!user) throw new AppError("unauthenticated");
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  await insertCustomer(db, { userId: user.id, email: user.email, name });
  const customer = await findCustomer(db, personId);
  if (!customer) throw new Error("The database kept no payment customer");
  return customer;
}

type KnownCustomer = { personId: string; customerId: string };

/** Call after a request that named only the customer: resource_missing then means that the customer is gone. */
async function clearUnknownCustomer(db: Db, { personId, customerId }: KnownCustomer, error: unknown): Promise<void> {
  if (!(error instanceof PaymentProblem) || error.reason !== "resource_missing") throw error;
  await db.transaction(async (tx) => {
    await lockUser(tx, personId);
    if (!(await clearProviderId(tx, personId, customerId))) return;
    const auditEntry = { action: "payment_customer_forgotten", entityType: "user", entityId: personId };
    await recordAudit(tx, { ...auditEntry, actorId: null, details: { customerId } });
  });
}

/** Read from the provider each time, so no copy can become outdated. */
export async function listSavedCards(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<SavedCard[]> {
  const customerId = (await findCustomer(db, viewer.id))?.providerId;
  if (!customerId) return [];
  return callProvider(() =>
    payments.listCards(customerId).catch(async (error: unknown) => {
      await clearUnknownCustomer(db, { personId: viewer.id, customerId }, error);
      return [];
    }),
  );
}

/** Only the viewer's own cards can be removed. The fixed key makes repeated detaching harmless. */
export async function removeSavedCard(db: Db, payments: PaymentsPort, viewer: Viewer, cardId: string): Promise<void> {
  const card = (await listSavedCards(db, payments, viewer)).find(({ id }) => id === cardId);
  if (!card) throw new AppError("not_found", "Card not found");
  const key = `${payments.environment}:${cardId}:detach:1`;
  await callProvider(() => payments.detachCard({ key, cardId }));
  const removal = { action: "saved_card_removed", entityType: "saved_card", entityId: cardId } as const;
  await db.transaction(async (tx) => {
    // Two requests at the same time remove the card once.
    await lockUser(tx, viewer.id);
    const isRecorded = and(eq(auditLog.entityType, removal.entityType), eq(auditLog.entityId, cardId));
    if ((await tx.select({ id: auditLog.id }).from(auditLog).where(isRecorded).limit(1)).length > 0) return;
    await recordAudit(tx, { ...removal, actorId: viewer.id, details: { last4: card.last4 } });
  });
}

/** An unconfirmed setup intent has no effect, so every request creates its own. */
export async function startCardSetup(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<string> {
  const { id: personId } = viewer;
  const createIntent = (customerId: string) =>
    payments.createSetupIntent({ key: `${payments.environment}:${newId()}:setup:1`, customerId });
  const customerId = await ensureCustomer(db, payments, personId);
  const { clientSecret } = await callProvider(() =>
    createIntent(customerId).catch(async (error: unknown) => {
      await clearUnknownCustomer(db, { personId, customerId }, error);
      return createIntent(await ensureCustomer(db, payments, personId));
    }),
  );
  if (clientSecret === null) throw new Error("The provider gave no secret for a new card");
  return clientSecret;
}
