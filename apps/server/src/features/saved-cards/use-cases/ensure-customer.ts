import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { findUser, lockUser } from "../../accounts/public.ts";
import { askProvider } from "../ask-provider.ts";
import {
  type CustomerRow,
  findCustomer,
  giveUpAttempt,
  insertCustomer,
  setProviderId,
} from "../payment-customers.repository.ts";

/**
 * Who the person is at the provider, where they are made known if they are not yet. Outside of any transaction. The row
 * comes first, so that whoever asks, and however often, asks with the same key: one customer.
 */
export async function ensureCustomer(db: Db, payments: PaymentsPort, personId: string): Promise<string> {
  const customer = (await findCustomer(db, personId)) ?? (await openCustomer(db, personId));
  if (customer.providerId !== null) return customer.providerId;
  const { attempt, email, name } = customer;
  const key = `${payments.environment}:${personId}:customer:${attempt}`;
  const { id } = await askProvider(() => payments.createCustomer({ key, personId, email, name })).catch(
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
