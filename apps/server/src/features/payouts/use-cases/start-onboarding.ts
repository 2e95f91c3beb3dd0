import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { Viewer } from "../../../platform/auth/viewer.ts";
import type { Db } from "../../../platform/db/db.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { lockUser } from "../../accounts/public.ts";
import { accountAtProvider, onboardingPage } from "../account-at-provider.ts";
import { openAccount } from "../open-account.ts";
import { type AccountRow, findAccount } from "../payout-accounts.repository.ts";
import { canGoOn } from "../payouts.policy.ts";
import { refreshPayoutAccount } from "./refresh-payout-account.ts";

const NOT_WITHOUT_PASSWORD = "Your payout account can be changed only with your password";

/** The first account, or what is missing of it. One that can be paid to is not opened by a session alone. */
export async function startOnboarding(
  db: Db,
  payments: PaymentsPort,
  viewer: Viewer,
  siteUrl: string,
): Promise<string> {
  const known = (await refreshPayoutAccount(db, payments, viewer)) ?? (await db.transaction((tx) => begin(tx, viewer)));
  if (!canGoOn(known)) throw new AppError("action_not_allowed", NOT_WITHOUT_PASSWORD);
  return onboardingPage(payments, await accountAtProvider(db, payments, known), siteUrl);
}

async function begin(tx: Db, viewer: Viewer): Promise<AccountRow> {
  const user = await lockUser(tx, viewer.id);
  if (!user) throw new AppError("unauthenticated");
  return (await findAccount(tx, viewer.id)) ?? openAccount(tx, user);
}
