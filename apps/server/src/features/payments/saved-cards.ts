import { and, eq, isNull, sql } from "drizzle-orm";
import { PaymentProblem, type PaymentsPort, type SavedCard } from "../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { paymentCustomers } from "../../schema/payment-provider.ts";
import { findUser, lockUser, setProviderReferences } from "../accounts/public.ts";

type CustomerRow = typeof paymentCustomers.$inferSelect;

async function findCustomer(db: Db, userId: string): Promise<CustomerRow | null> {
  const [customer] = await db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId));
  return customer ?? null;
}

/** Of several at once, one row stays. */
async function insertCustomer(db: Db, person: Pick<CustomerRow, "userId" | "email" | "name">): Promise<void> {
  await db.insert(paymentCustomers).values(person).onConflictDoNothing();
}

/** Once, here and where the rest of the product looks for it. */
async function setProviderId(db: Db, userId: string, providerId: string): Promise<void> {
  const { rowCount } = await db
    .update(paymentCustomers)
    .set({ providerId })
    .where(and(eq(paymentCustomers.userId, userId), isNull(paymentCustomers.providerId)));
  if (rowCount === 1) await setProviderReferences(db, userId, { paymentCustomerId: providerId });
}

/** The next try goes by a new key. */
async function giveUpAttempt(db: Db, { userId, attempt }: CustomerRow): Promise<void> {
  await db
    .update(paymentCustomers)
    .set({ attempt: attempt + 1 })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.attempt, attempt)));
}

/** False when somebody else was first. The next one is made by a new key. */
async function clearProviderId(db: Db, userId: string, providerId: string): Promise<boolean> {
  const { rowCount } = await db
    .update(paymentCustomers)
    .set({ providerId: null, attempt: sql`${paymentCustomers.attempt} + 1` })
    .where(and(eq(paymentCustomers.userId, userId), eq(paymentCustomers.providerId, providerId)));
  if (rowCount === 1) await setProviderReferences(db, userId, { paymentCustomerId: null });
  return rowCount === 1;
}

const SILENT = { message: "The payment provider does not answer. Please try again", retryAfterSeconds: 5 };
const REFUSING = { message: "The payment provider cannot do this at the moment. Please write to us if it stays so" };

/** For a request that waits for the provider's answer: that there is none, or a no, is not the asker's fault. */
export async function callProvider<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentProblem)) throw error;
    const { message, ...rest } = error.kind === "invalid" ? REFUSING : SILENT;
    throw new AppError("service_unavailable", message, { ...rest, cause: error });
  }
}

/**
 * Who the person is at the provider, where they are made known if they are not yet. Outside of any transaction. The row
 * comes first, so that whoever asks, and however often, asks with the same key: one customer.
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

type Known = { personId: string; customerId: string };

/** After a call that named nothing but the customer: one whom the provider does not know is ours no more. */
async function clearUnknownCustomer(db: Db, { personId, customerId }: Known, error: unknown): Promise<void> {
  if (!(error instanceof PaymentProblem) || error.reason !== "resource_missing") throw error;
  await db.transaction(async (tx) => {
    await lockUser(tx, personId);
    if (!(await clearProviderId(tx, personId, customerId))) return;
    const act = { action: "payment_customer_forgotten", entityType: "user", entityId: personId };
    await recordAudit(tx, { ...act, actorId: null, details: { customerId } });
  });
}

/** As the provider has them: we keep no copy that could differ. */
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

/** Only one's own: what is not in one's list does not exist. Taken away twice, it is gone all the same. */
export async function removeSavedCard(db: Db, payments: PaymentsPort, viewer: Viewer, cardId: string): Promise<void> {
  const card = (await listSavedCards(db, payments, viewer)).find(({ id }) => id === cardId);
  if (!card) throw new AppError("not_found", "Card not found");
  const key = `${payments.environment}:${cardId}:detach:1`;
  await callProvider(() => payments.detachCard({ key, cardId }));
  const act = { action: "saved_card_removed", entityType: "saved_card", entityId: cardId };
  await recordAudit(db, { ...act, actorId: viewer.id, details: { last4: card.last4 } });
}

/** One that nobody confirms does nothing, so each wish may have its own. */
export async function startCardSetup(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<string> {
  const { id: personId } = viewer;
  const begin = (customerId: string) =>
    payments.createSetupIntent({ key: `${payments.environment}:${newId()}:setup:1`, customerId });
  const customerId = await ensureCustomer(db, payments, personId);
  const { clientSecret } = await callProvider(() =>
    begin(customerId).catch(async (error: unknown) => {
      await clearUnknownCustomer(db, { personId, customerId }, error);
      return begin(await ensureCustomer(db, payments, personId));
    }),
  );
  if (clientSecret === null) throw new Error("The provider gave no secret for a new card");
  return clientSecret;
}
