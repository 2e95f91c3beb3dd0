import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockUser, setProviderReferences } from "../../accounts/public.ts";
import { canContinueOnboarding } from "../payout-accounts.policy.ts";
import {
  type AccountRow,
  findAccount,
  giveUpAttempt,
  insertAccount,
  setProviderId,
} from "../payout-accounts.queries.ts";
import { syncPayoutAccount } from "../payout-accounts.sync.ts";
import { callProvider } from "../provider-access.ts";

const PASSWORD_REQUIRED = "Enter your password to change your payout account";

/**
 * Opens the first account or completes its details. An account that can receive payouts can't be opened with a session
 * alone.
 */
export async function startOnboarding(
  db: Db,
  payments: PaymentsPort,
  viewer: Viewer,
  siteUrl: string,
): Promise<string> {
  const known =
    (await syncPayoutAccount(db, payments, viewer)) ?? (await db.transaction((tx) => ensureAccount(tx, viewer)));
  if (!canContinueOnboarding(known)) throw new AppError("action_not_allowed", PASSWORD_REQUIRED);
  return onboardingPage(payments, await accountAtProvider(db, payments, known), siteUrl);
}

async function ensureAccount(tx: Db, viewer: Viewer): Promise<AccountRow> {
  const user = await lockUser(tx, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  return (await findAccount(tx, viewer.id)) ?? openAccount(tx, user);
}

/**
 * Returns the account's provider id, creating it if needed. The stored row gives every attempt the same idempotency
 * key, so only one account is created. Keys expire after a day; then an attempt whose response was lost can leave an
 * unused account at the provider, which never receives money.
 */
export async function accountAtProvider(db: Db, payments: PaymentsPort, account: AccountRow): Promise<string> {
  if (account.providerId !== null) return account.providerId;
  const { id, userId: personId, attempt, email, firstName, lastName } = account;
  const key = `${payments.environment}:${id}:account:${attempt}`;
  const created = await callProvider(() => payments.createAccount({ key, personId, email, firstName, lastName })).catch(
    async (error: Error) => {
      if (error.cause instanceof PaymentProblem && error.cause.isReplayed) await giveUpAttempt(db, account);
      throw error;
    },
  );
  await db.transaction((tx) => saveAccount(tx, account, created.id));
  return created.id;
}

async function saveAccount(tx: Db, { id, userId }: AccountRow, providerId: string): Promise<void> {
  await lockUser(tx, userId);
  if (!(await setProviderId(tx, id, providerId))) return;
  const inUse = await findAccount(tx, userId);
  if (inUse?.id === id)
    await setProviderReferences(tx, userId, { connectAccountId: providerId, connectOnboarded: false });
  const details = { providerId };
  await recordAudit(tx, {
    actorId: userId,
    action: "payout_account_created",
    entityType: "payout_account",
    entityId: id,
    details,
  });
}

export async function onboardingPage(payments: PaymentsPort, accountId: string, siteUrl: string): Promise<string> {
  const returnUrl = `${siteUrl}/payment-setup-complete`;
  // Links work once; returning to a used one offers the next.
  const { url } = await callProvider(() => payments.createAccountLink({ accountId, returnUrl, refreshUrl: returnUrl }));
  return url;
}

type Person = { id: string; email: string; firstName: string | null; lastName: string | null };

/** Payouts require a full name. */
export async function openAccount(tx: Db, { id: userId, email, firstName, lastName }: Person): Promise<AccountRow> {
  if (!firstName || !lastName) throw new AppError("profile_incomplete");
  return insertAccount(tx, { userId, email, firstName, lastName });
}
