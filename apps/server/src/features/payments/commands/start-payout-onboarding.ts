import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockUser, setProviderReferences } from "../../accounts/public.ts";
import { canGoOn } from "../payout-accounts.policy.ts";
import {
  type AccountRow,
  findAccount,
  giveUpAttempt,
  insertAccount,
  setProviderId,
} from "../payout-accounts.queries.ts";
import { syncPayoutAccount } from "../payout-accounts.sync.ts";
import { callProvider } from "../saved-cards.ts";

const NOT_WITHOUT_PASSWORD = "Your payout account can be changed only with your password";

/** The first account, or what is missing of it. One that can be paid to is not opened by a session alone. */
export async function startOnboarding(
  db: Db,
  payments: PaymentsPort,
  viewer: Viewer,
  siteUrl: string,
): Promise<string> {
  const known = (await syncPayoutAccount(db, payments, viewer)) ?? (await db.transaction((tx) => begin(tx, viewer)));
  if (!canGoOn(known)) throw new AppError("action_not_allowed", NOT_WITHOUT_PASSWORD);
  return onboardingPage(payments, await accountAtProvider(db, payments, known), siteUrl);
}

async function begin(tx: Db, viewer: Viewer): Promise<AccountRow> {
  const user = await lockUser(tx, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  return (await findAccount(tx, viewer.id)) ?? openAccount(tx, user);
}

/**
 * The account's id at the provider, where it is made if it is not there yet. The row was there before, so whoever asks,
 * and however often, asks with the same key: one account. After a day the provider forgets keys; then a try whose answer
 * was lost may have left an account over there that nobody has told anything, and no money goes to.
 */
export async function accountAtProvider(db: Db, payments: PaymentsPort, account: AccountRow): Promise<string> {
  if (account.providerId !== null) return account.providerId;
  const { id, userId: personId, attempt, email, firstName, lastName } = account;
  const key = `${payments.environment}:${id}:account:${attempt}`;
  const made = await callProvider(() => payments.createAccount({ key, personId, email, firstName, lastName })).catch(
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

/** The provider's page for what it still wants to know. */
export async function onboardingPage(payments: PaymentsPort, accountId: string, siteUrl: string): Promise<string> {
  const returnUrl = `${siteUrl}/payment-setup-complete`;
  // A link is good once: who comes back to a used one is offered the next.
  const { url } = await callProvider(() => payments.createAccountLink({ accountId, returnUrl, refreshUrl: returnUrl }));
  return url;
}

type Person = { id: string; email: string; firstName: string | null; lastName: string | null };

/** Nobody is paid without a name. */
export async function openAccount(tx: Db, { id: userId, email, firstName, lastName }: Person): Promise<AccountRow> {
  if (!firstName || !lastName) throw new AppError("profile_incomplete");
  return insertAccount(tx, { userId, email, firstName, lastName });
}
