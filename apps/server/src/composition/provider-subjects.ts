import { MONEY_SUBJECTS, type Subjects } from "../features/payments/public.ts";
import { syncAccount } from "../features/payouts/public.ts";

/** Everything an event of the card provider can be about, and who looks at it again. */
export const PROVIDER_SUBJECTS: Subjects = {
  ...MONEY_SUBJECTS,
  account: ({ db, payments }, { objectId, accountId }) => syncAccount(db, payments, accountId ?? objectId),
  // Who ends the connection is told of by the application's name, from the account that did.
  application: async ({ db, payments }, { accountId }) => accountId === null || syncAccount(db, payments, accountId),
};
