import { PaymentProblem, type PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../platform/audit.ts";
import type { Viewer } from "../../platform/auth.ts";
import type { Db } from "../../platform/db/db.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { queueMail } from "../../platform/outbox.ts";
import { publishEvent, userAudience } from "../../platform/realtime/events.ts";
import { lockUser, setProviderReferences } from "../accounts/public.ts";
import { notify } from "../notifications/public.ts";
import { stateLetter, wordOn } from "./payout.emails.ts";
import {
  type AccountRow,
  findAccount,
  findAccountByProviderId,
  findAccountsToCheck,
  type Standing,
  updateAccountStatus,
} from "./payout-accounts.queries.ts";
import { callProvider } from "./saved-cards.ts";

/**
 * Writes down what the provider says about an account now. An answer counts only if none was written since before it
 * was asked for: so the last word is never an old one, however many webhooks and visitors ask at once. False when the
 * account is nobody's here.
 */
export async function syncAccount(db: Db, payments: PaymentsPort, providerId: string): Promise<boolean> {
  let first: number | undefined;
  for (;;) {
    const before = await findAccountByProviderId(db, providerId);
    if (!before) return false;
    first ??= before.version;
    // Two answers were written meanwhile: the second was asked for after the first, hence after this began.
    if (before.version >= first + 2) return true;
    const standing = await fetchAccountState(payments, providerId);
    if (await db.transaction((tx) => applyAccountState(tx, before, standing))) return true;
  }
}

/** Once its owner has ended the connection, the provider no longer shows it to us. */
async function fetchAccountState(payments: PaymentsPort, providerId: string): Promise<Standing> {
  try {
    return await payments.fetchAccount(providerId);
  } catch (error) {
    if (!(error instanceof PaymentProblem) || error.reason !== "account_invalid") throw error;
    return { state: "disconnected", hasSubmittedDetails: false, bankLast4: null };
  }
}

/** The only writer of an account's state, with all that follows from it. False when somebody else was first. */
async function applyAccountState(
  tx: Db,
  before: AccountRow,
  { state, hasSubmittedDetails, bankLast4 }: Standing,
): Promise<boolean> {
  const user = await lockUser(tx, before.userId);
  if (!user) return true;
  const after = await updateAccountStatus(tx, before, { state, hasSubmittedDetails, bankLast4 });
  if (!after) return false;
  const isInUse = after.replacedAt === null;
  if (isInUse) {
    await setProviderReferences(tx, user.id, {
      connectAccountId: state === "disconnected" ? null : after.providerId,
      connectOnboarded: state === "ready",
    });
  }
  if (after.state === before.state && after.hasSubmittedDetails === before.hasSubmittedDetails) return true;

  await recordAudit(tx, {
    actorId: null,
    action: "payout_account_changed",
    entityType: "payout_account",
    entityId: after.id,
    details: { from: before.state, to: after.state },
  });
  const word = isInUse ? wordOn(after.state, after.bankLast4) : null;
  if (word) {
    await notify(tx, {
      userId: user.id,
      type: "payment",
      title: word.title,
      message: word.text,
      actionUrl: "/profile?tab=payments",
    });
    await queueMail(tx, { to: user.email, subject: word.title, letter: stateLetter(word) });
  }
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
 * Asks for accounts that cannot be paid to yet, each once a day: what happens to them is told once, cannot be listed
 * afterwards, and their owners may never look. One that the provider says no about does not keep the others waiting.
 */
export const checkPayoutAccounts = ({ db, payments }: { db: Db; payments: PaymentsPort }): JobHandler => ({
  run: async (_job, signal) => {
    let refusal: PaymentProblem | undefined;
    for (const providerId of await findAccountsToCheck(db, MAX_PER_TURN)) {
      if (signal.aborted) return;
      try {
        await syncAccount(db, payments, providerId);
      } catch (error) {
        if (!(error instanceof PaymentProblem) || error.kind !== "invalid") throw error;
        refusal ??= error;
      }
    }
    if (refusal) throw refusal;
  },
});
