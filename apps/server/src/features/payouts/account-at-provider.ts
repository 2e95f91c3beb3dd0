import { PaymentProblem, type PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Db } from "../../platform/db/db.ts";
import { lockUser } from "../accounts/public.ts";
import { askProvider } from "../saved-cards/public.ts";
import {
  type AccountRow,
  findAccount,
  giveUpAttempt,
  setPayoutTarget,
  setProviderId,
} from "./payout-accounts.repository.ts";

/**
 * The account's id at the provider, where it is made if it is not there yet. The row was there before, so whoever asks,
 * and however often, asks with the same key: one account. After a day the provider forgets keys; then a try whose answer
 * was lost may have left an account over there that nobody has told anything, and no money goes to.
 */
export async function accountAtProvider(db: Db, payments: PaymentsPort, account: AccountRow): Promise<string> {
  if (account.providerId !== null) return account.providerId;
  const { id, userId: personId, attempt, email, firstName, lastName } = account;
  const key = `${payments.environment}:${id}:account:${attempt}`;
  const made = await askProvider(() => payments.createAccount({ key, personId, email, firstName, lastName })).catch(
    async (error: Error) => {
      if (error.cause instanceof PaymentProblem && error.cause.isReplayed) await giveUpAttempt(db, account);
      throw error;
    },
  );
  await db.transaction((tx) => keepAccount(tx, account, made.id));
  return made.id;
}

async function keepAccount(tx: Db, { id, userId }: AccountRow, providerId: string): Promise<void> {
  await lockUser(tx, userId);
  if (!(await setProviderId(tx, id, providerId))) return;
  const inUse = await findAccount(tx, userId);
  if (inUse?.id === id) await setPayoutTarget(tx, userId, { connectAccountId: providerId, connectOnboarded: false });
  const details = { providerId };
  await recordAudit(tx, {
    actorId: userId,
    action: "payout_account_created",
    entityType: "payout_account",
    entityId: id,
    details,
  });
}

/** The provider's page for what it still wants to know. */
export async function onboardingPage(payments: PaymentsPort, accountId: string, siteUrl: string): Promise<string> {
  const returnUrl = `${siteUrl}/payment-setup-complete`;
  // A link is good once: who comes back to a used one is offered the next.
  const { url } = await askProvider(() => payments.createAccountLink({ accountId, returnUrl, refreshUrl: returnUrl }));
  return url;
}
