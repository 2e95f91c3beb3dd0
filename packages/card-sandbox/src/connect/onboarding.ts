import { emit } from "../events/emit.ts";
import { type Context, PLATFORM } from "../http/call.ts";
import { type Kept, replace, schedule } from "../store.ts";
import { type OnboardingOutcome, STANDINGS, withAccountState, withBankAccount } from "./account-states.ts";
import { nextPayoutDay } from "./payouts.ts";

/** Applies the outcome of the owner's visit to the onboarding page, or of a later check. */
export async function concludeOnboarding(
  context: Context,
  { body, facts }: Kept<"account">,
  outcome: OnboardingOutcome,
): Promise<void> {
  // Whatever the outcome, the owner has named a bank account.
  const account = withBankAccount(withAccountState(body, STANDINGS[outcome]), "new");
  await replace({ db: context.db }, "account", account, facts);
  await emit({ ...context, account: body.id }, "account.updated", account, { requirements: body.requirements });
  if (account.payouts_enabled) {
    const due = nextPayoutDay(context.now);
    await schedule(context, { due, kind: "automatic_payout", subject: body.id });
  }
}

/** The owner disconnects the account; from then on the platform has no access. */
export async function disconnect(context: Context, { body, facts }: Kept<"account">): Promise<void> {
  await replace(context, "account", body, { ...facts, isConnected: false });
  const application = { id: "ca_card_sandbox", object: "application" as const, name: "Card sandbox" };
  await emit({ ...context, account: body.id }, "account.application.deauthorized", application);
}

/** Finds the account that has an onboarding link with this token. */
export async function findAccountOfLink({ db }: Pick<Context, "db">, token: string): Promise<Kept<"account"> | null> {
  const { rows } = await db.query<Kept<"account">>(
    `select body, facts from card_sandbox.documents
     where kind = 'account' and account = $1 and facts->'links' ? $2`,
    [PLATFORM, token],
  );
  return rows[0] ?? null;
}
