import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../../platform/audit.ts";
import type { Viewer } from "../../../platform/auth.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors.ts";
import { queueMail } from "../../../platform/outbox.ts";
import { setProviderReferences, withOwnPassword } from "../../accounts/public.ts";
import { dashboardEmail, replacementEmail } from "../payout.emails.ts";
import { canBeChanged, hasDashboard } from "../payout-accounts.policy.ts";
import { type AccountRow, findAccount, replaceAccount } from "../payout-accounts.queries.ts";
import { callProvider } from "../provider-access.ts";
import { accountAtProvider, onboardingPage, openAccount } from "./start-payout-onboarding.ts";

type Context = { payments: PaymentsPort; siteUrl: string };

/** New earnings wait for the new account. Transfers already sent stay with the old one. */
export async function replacePayoutAccount(
  db: Db,
  viewer: Viewer,
  password: string,
  { payments, siteUrl }: Context,
): Promise<string> {
  const account = await withOwnPassword(db, viewer, password, startReplacement);
  return onboardingPage(payments, await accountAtProvider(db, payments, account), siteUrl);
}

async function startReplacement(tx: Db, user: Parameters<typeof openAccount>[1]): Promise<AccountRow> {
  const { id: userId, email } = user;
  const old = await findAccount(tx, userId);
  if (!old) throw new AppError("action_not_allowed", "You don't have a payout account yet");
  // A double click continues with the account that the first click opened.
  if (!canBeChanged(old)) return old;
  await replaceAccount(tx, old.id);
  const account = await openAccount(tx, user);
  await setProviderReferences(tx, userId, { connectAccountId: null, connectOnboarded: false });
  const letter = replacementEmail();
  await queueMail(tx, { to: email, subject: letter.title, letter });
  const details = { replaces: old.id };
  const auditEntry = { action: "payout_account_replaced", entityType: "payout_account", entityId: account.id, details };
  await recordAudit(tx, { ...auditEntry, actorId: userId });
  return account;
}

/** The email and the audit entry are written before the login link is created, so nobody gets in unnoticed. */
export async function openPayoutDashboard(
  db: Db,
  payments: PaymentsPort,
  viewer: Viewer,
  password: string,
): Promise<string> {
  const providerId = await withOwnPassword(db, viewer, password, async (tx, user) => {
    const account = await findAccount(tx, user.id);
    if (!account?.providerId || !hasDashboard(account)) {
      throw new AppError("action_not_allowed", "You can't change this payout account's bank right now");
    }
    const letter = dashboardEmail();
    await queueMail(tx, { to: user.email, subject: letter.title, letter });
    const auditEntry = { action: "payout_dashboard_opened", entityType: "payout_account", entityId: account.id };
    await recordAudit(tx, { ...auditEntry, actorId: user.id });
    return account.providerId;
  });
  const { url } = await callProvider(() => payments.createLoginLink(providerId));
  return url;
}
