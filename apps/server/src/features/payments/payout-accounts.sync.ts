import { type FailedPayout, PaymentProblem, type PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { publishEvent, userAudience } from "../../platform/realtime/events.ts";
import { lockUser, setProviderReferences } from "../accounts/public.ts";
import { notify } from "../notifications/public.ts";
import { accountEmail, accountEventOf } from "./payout.emails.ts";
import {
  type AccountRow,
  type AccountStatus,
  findAccount,
  findAccountByProviderId,
  findAccountsToCheck,
  updateAccountStatus,
} from "./payout-accounts.queries.ts";
import { callProvider } from "./provider-access.ts";

/**
 * Saves the provider's current state of an account. A response is saved only if no other was saved since it was
 * requested, so a stale one never wins over concurrent webhooks and visits. False when no such account exists here.
 */
export async function syncAccount(db: Db, payments: PaymentsPort, providerId: string): Promise<boolean> {
  let first: number | undefined;
  for (;;) {
    const before = await findAccountByProviderId(db, providerId);
    if (!before) return false;
    first ??= before.version;
    // Two responses were saved since this one was requested. The second was requested after the first was saved, so it is fresh enough.
    if (before.version >= first + 2) return true;
    const status = await fetchAccountState(payments, providerId);
    if (await db.transaction((tx) => applyAccountState(tx, before, status))) return true;
  }
}

/** The provider hides an account once its owner disconnects it. */
async function fetchAccountState(payments: PaymentsPort, providerId: string): Promise<AccountStatus> {
  try {
    const { state, hasSubmittedDetails, bankLast4 } = await payments.fetchAccount(providerId);
    const failedPayout = hasSubmittedDetails ? await payments.findFailedPayout(providerId) : null;
    return { state, hasSubmittedDetails, bankLast4, ...failureOf(failedPayout) };
  } catch (error) {
    if (!(error instanceof PaymentProblem) || error.reason !== "account_invalid") throw error;
    return { state: "disconnected", hasSubmittedDetails: false, bankLast4: null, ...failureOf(null) };
  }
}

const failureOf = (payout: FailedPayout | null) => ({
  failedPayoutId: payout?.id ?? null,
  failedPayoutCents: payout?.amountCents ?? null,
  failedPayoutAt: payout?.failedAt ?? null,
});

/** The only writer of an account's state and its consequences. False when a concurrent sync was first. */
async function applyAccountState(tx: Db, before: AccountRow, status: AccountStatus): Promise<boolean> {
  const user = await lockUser(tx, before.userId);
  if (!user) return true;
  const after = await updateAccountStatus(tx, before, status);
  if (!after) return false;
  const { state } = after;
  const isInUse = after.replacedAt === null;
  if (isInUse) {
    await setProviderReferences(tx, user.id, {
      connectAccountId: state === "disconnected" ? null : after.providerId,
      connectOnboarded: state === "ready",
    });
  }
  if (after.failedPayoutId !== before.failedPayoutId) {
    if (isInUse && after.failedPayoutCents !== null) {
      const data = { amountCents: after.failedPayoutCents };
      await notify(tx, user.id, { kind: "bank_payout_failed", data }, ({ title, message }) => ({
        title,
        paragraphs: [message],
      }));
    }
    await publishEvent(tx, { audience: userAudience(user.id), type: "account_changed" });
  }
  if (after.state === before.state && after.hasSubmittedDetails === before.hasSubmittedDetails) return true;

  await recordAudit(tx, {
    actorId: null,
    action: "payout_account_changed",
    entityType: "payout_account",
    entityId: after.id,
    details: { from: before.state, to: after.state },
  });
  const event = isInUse ? accountEventOf(after.state, after.bankLast4) : null;
  if (event) await notify(tx, user.id, event, accountEmail);
  await publishEvent(tx, { audience: userAudience(user.id), type: "account_changed" });
  return true;
}

export async function syncPayoutAccount(db: Db, payments: PaymentsPort, viewer: Viewer): Promise<AccountRow | null> {
  const account = await findAccount(db, viewer.id);
  if (!account?.providerId) return account;
  const { providerId } = account;
  await callProvider(() => syncAccount(db, payments, providerId));
  return findAccount(db, viewer.id);
}

const MAX_PER_TURN = 100;

/**
 * Checks accounts that can't receive payouts yet once a day: their events are sent once and can't be listed later, and
 * their owners may never look. A rejected lookup doesn't block the other accounts.
 */
export const checkPayoutAccounts = ({ db, payments }: { db: Db; payments: PaymentsPort }): JobHandler => ({
  run: async (_job, signal) => {
    let rejection: PaymentProblem | undefined;
    for (const providerId of await findAccountsToCheck(db, MAX_PER_TURN)) {
      if (signal.aborted) return;
      try {
        await syncAccount(db, payments, providerId);
      } catch (error) {
        if (!(error instanceof PaymentProblem) || error.kind !== "invalid") throw error;
        rejection ??= error;
      }
    }
    if (rejection) throw rejection;
  },
});
