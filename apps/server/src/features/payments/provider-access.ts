import { setTimeout as pause } from "node:timers/promises";
import { isNull, sql } from "drizzle-orm";
import { PaymentProblem, type PaymentProblemKind, type PaymentsPort } from "../../adapters/payments/payments.port.ts";
import type { Db } from "../../platform/db/db.ts";
import { AppError } from "../../platform/errors.ts";
import { throttle } from "../../platform/throttle.ts";
import { providerAccount } from "../../schema/payment-provider.ts";
import { notifyAdmins } from "../accounts/public.ts";

const UNAVAILABLE = { message: "Our payment provider isn't responding. Please try again.", retryAfterSeconds: 5 };
const REJECTED = { message: "Our payment provider can't do this right now. If this keeps happening, contact support." };

/**
 * Calls the provider for a waiting user. Its failures and rejections aren't the user's fault, so they become a 503,
 * after one retry if that may help. Every write has a stored key, so a retry can't perform it twice.
 */
export async function callProvider<Result>(request: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await request().catch(async (error: unknown) => {
      if (!mayPass(error) || performance.now() - startedAt > MAX_WAIT_BEFORE_RETRY_MS) throw error;
      await pause(RETRY_AFTER_MS);
      return await request();
    });
  } catch (error) {
    if (!(error instanceof PaymentProblem)) throw error;
    const { message, ...rest } = mayPass(error) ? UNAVAILABLE : REJECTED;
    throw new AppError("service_unavailable", message, { ...rest, cause: error });
  }
}

const RETRY_AFTER_MS = 100;
/** Nobody should wait for two timeouts in a row. */
const MAX_WAIT_BEFORE_RETRY_MS = 10_000;

const PASSING: readonly PaymentProblemKind[] = ["temporary", "unknown_outcome"];
const mayPass = (error: unknown) => error instanceof PaymentProblem && PASSING.includes(error.kind);

/** The API keys are for a different account than this database's data. */
class OtherAccount extends Error {
  override name = "OtherAccount";
}

const ACCOUNT_NAMES = {
  sandbox: "the card sandbox",
  test: "a Stripe account's test mode",
  live: "a live Stripe account",
};
const OTHER_DATABASE = "Use the keys of that account, or set DATABASE_URL or DATA_DIR to another database.";

/**
 * Ties the database to the provider's account at the first start, and rejects other accounts from then on. Their
 * customers, cards and payments are unknown to each other, so every later call would fail or be about someone else.
 * False while the provider doesn't answer: the server must be able to start during an outage.
 */
export async function claimProviderAccount(db: Db, payments: PaymentsPort): Promise<boolean> {
  const { environment } = payments;
  // A database from before this table was written names its environment in its keys.
  const usedEnvironment = sql<typeof environment>`coalesce(
    (select split_part(idempotency_key, ':', 1) from payment_operations
      where idempotency_key ~ '^(sandbox|test|live):' limit 1),
    ${environment})`;
  await db.insert(providerAccount).values({ environment: usedEnvironment }).onConflictDoNothing();
  const [known] = await db.select().from(providerAccount);
  if (known && known.environment !== environment) {
    const [theirs, ours] = [ACCOUNT_NAMES[known.environment], ACCOUNT_NAMES[environment]];
    throw new OtherAccount(`this database belongs to ${theirs}, but the settings are for ${ours}. ${OTHER_DATABASE}`);
  }
  if (environment === "sandbox") return true;
  const accountId = await payments.fetchOwnAccountId().catch((error: unknown) => {
    if (error instanceof PaymentProblem) return null;
    throw error;
  });
  if (accountId === null) return false;
  await db.update(providerAccount).set({ accountId }).where(isNull(providerAccount.accountId));
  const [claimed] = await db.select().from(providerAccount);
  if (claimed?.accountId === accountId) return true;
  throw new OtherAccount(
    `this database belongs to the Stripe account ${claimed?.accountId}, but STRIPE_SECRET_KEY belongs to ${accountId}. ${OTHER_DATABASE}`,
  );
}

/** Repeats the check of the start, which passes while Stripe doesn't answer. */
export async function checkProviderAccount(db: Db, payments: PaymentsPort): Promise<void> {
  try {
    await claimProviderAccount(db, payments);
  } catch (error) {
    if (error instanceof OtherAccount) await alarmAdmins(db, new PaymentProblem("misconfigured", "other_account"));
    throw error;
  }
}

type Alarm = (problem: PaymentProblem) => Promise<void>;

/** Raises the alarm for every problem that only an operator can solve, whichever job or request meets it. */
export const withOperatorAlarm = (payments: PaymentsPort, alarm: Alarm): PaymentsPort =>
  new Proxy(payments, {
    get: (port, name: keyof PaymentsPort) => {
      const method = port[name];
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const outcome: unknown = Reflect.apply(method, port, args);
        if (!(outcome instanceof Promise)) return outcome;
        return outcome.catch(async (error: unknown) => {
          if (error instanceof PaymentProblem && error.kind === "misconfigured") await alarm(error);
          throw error;
        });
      };
    },
  });

const ONCE_A_DAY = { times: 1, seconds: 86_400 };

/** Tells admins once a day per cause, because every job that waits for the same key meets it. */
export async function alarmAdmins(db: Db, { reason }: PaymentProblem): Promise<void> {
  await db.transaction(async (tx) => {
    const { allowed } = await throttle(tx, ["payments", "operator alarm", reason], ONCE_A_DAY);
    if (!allowed) return;
    await notifyAdmins(tx, { kind: "admin_provider_refusal", data: { reason } }, []);
  });
}
