import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { queueMail } from "../../../platform/outbox/queue-message.ts";
import { withOwnPassword } from "../../accounts/public.ts";
import { askProvider } from "../../saved-cards/public.ts";
import { findAccount } from "../payout-accounts.repository.ts";
import { dashboardLetter } from "../payout-letters.ts";
import { hasDashboard } from "../payouts.policy.ts";

/** The mail and the record come before the way in: nobody gets there unnoticed. */
export async function openPayoutDashboard(
  db: Db,
  payments: PaymentsPort,
  viewer: Viewer,
  password: string,
): Promise<string> {
  const providerId = await withOwnPassword(db, viewer, password, async (tx, user) => {
    const account = await findAccount(tx, user.id);
    if (!account?.providerId || !hasDashboard(account)) {
      throw new AppError("action_not_allowed", "There is no payout account whose bank could be changed");
    }
    const letter = dashboardLetter();
    await queueMail(tx, { to: user.email, subject: letter.title, letter });
    const act = { action: "payout_dashboard_opened", entityType: "payout_account", entityId: account.id };
    await recordAudit(tx, { ...act, actorId: user.id });
    return account.providerId;
  });
  const { url } = await askProvider(() => payments.createLoginLink(providerId));
  return url;
}
