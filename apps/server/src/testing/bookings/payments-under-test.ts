import { MINUTE } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { beforeAll, expect } from "vitest";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { PROVIDER_SUBJECTS } from "../../composition/providers.ts";
import { bookingJobs } from "../../features/bookings/lifecycle/advance-booking.ts";
import { onReviewReminder } from "../../features/bookings/public.ts";
import { findBalances } from "../../features/ledger/ledger.queries.ts";
import { findLedgerViolations } from "../../features/ledger/ledger-checks.ts";
import { SEND_NOTIFICATIONS } from "../../features/notifications/commands/plan-deliveries.ts";
import { openPayment, startPayment } from "../../features/payments/commands/open-payment.ts";
import { requestCapture } from "../../features/payments/commands/request-capture.ts";
import { runPaymentOperation } from "../../features/payments/commands/run-payment-operation.ts";
import { runRefund } from "../../features/payments/commands/run-refund.ts";
import { runTransfer } from "../../features/payments/commands/run-transfer.ts";
import {
  PROCESS_PROVIDER_EVENT,
  RUN_PAYMENT_OPERATION,
  RUN_REFUND,
  RUN_TRANSFER,
} from "../../features/payments/payment-job.ts";
import { resumeMoney } from "../../features/payments/payments.jobs.ts";
import { findMissedEvents, processProviderEvent } from "../../features/payments/provider-events.ts";
import { remindOfReview } from "../../features/reviews/reviews.jobs.ts";
import { advanceClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { newId } from "../../platform/ids.ts";
import type { JobHandler } from "../../platform/jobs/job.ts";
import { claimJobs } from "../../platform/jobs/job-queue.ts";
import { runJob } from "../../platform/jobs/run-job.ts";
import type { FrozenPrice } from "../../schema/payments.ts";
import { createUser } from "../factories.ts";
import { useTestDatabase } from "../test-database.ts";
import { type TestPayments, useTestPayments } from "./test-payments.ts";

/** 4500 cents a day, two units for three days with every possible line: 463.58 in total. */
export const PRICE: FrozenPrice = {
  version: 1,
  currency: "USD",
  days: 3,
  quantity: 2,
  lines: [
    { code: "rental", label: "3 days", unitCents: 4_500, units: 6, amountCents: 27_000, taxable: true, payee: "owner" },
    {
      code: "setup",
      label: "Setup fee",
      unitCents: 4_500,
      units: 1,
      amountCents: 4_500,
      taxable: true,
      payee: "owner",
    },
    {
      code: "cleaning",
      label: "Cleaning",
      unitCents: 3_000,
      units: 1,
      amountCents: 3_000,
      taxable: true,
      payee: "owner",
    },
    {
      code: "delivery",
      label: "Delivery",
      unitCents: 4_000,
      units: 1,
      amountCents: 4_000,
      taxable: false,
      payee: "owner",
    },
    {
      code: "insurance",
      label: "Insurance",
      unitCents: 2_700,
      units: 1,
      amountCents: 2_700,
      taxable: false,
      payee: "insurer",
    },
    {
      code: "service_fee",
      label: "Fee",
      unitCents: 1_925,
      units: 1,
      amountCents: 1_925,
      taxable: true,
      payee: "platform",
    },
    { code: "tax", label: "Tax", unitCents: 3_233, units: 1, amountCents: 3_233, taxable: false, payee: "tax" },
  ],
  ownerSubtotalCents: 38_500,
  serviceFeeCents: 1_925,
  insuranceCents: 2_700,
  tax: { rate: 8.875, baseCents: 36_425, amountCents: 3_233, jurisdiction: null },
  totalCents: 46_358,
  depositCents: 20_000,
  policy: "moderate",
  commission: { rate: 5, amountCents: 1_925 },
  ownerEarningsCents: 36_575,
};

export type RenterAndOwner = { bookingId: string; payerId: string; ownerId: string; accountId: string };

/** The payment code without a UI: rows, jobs that run on demand, and a card sandbox. */
export class MoneyUnderTest {
  readonly db: Db;
  readonly payments: PaymentsPort;
  /** Errors of failed jobs, which are retried anyway. */
  readonly failures: unknown[] = [];
  /** Additional job handlers for tests that need them. */
  readonly otherJobs: Record<string, JobHandler> = { [SEND_NOTIFICATIONS]: { run: async () => undefined } };
  /** How a job runs, for tests in which one is interrupted. */
  runs: (handler: JobHandler) => JobHandler = (handler) => handler;
  /** Number of jobs a worker runs concurrently. */
  atOnce = 10;
  readonly #sandbox: TestPayments;

  constructor(db: Db, sandbox: TestPayments) {
    this.db = db;
    this.#sandbox = sandbox;
    this.payments = sandbox.deps.payments;
  }

  get control() {
    return this.#sandbox.control;
  }

  /** A renter, an owner with a completed payout account, and a booking id. */
  async parties(): Promise<RenterAndOwner> {
    const [payerId, ownerId] = [await createUser(this.db), await createUser(this.db)];
    const person = { personId: ownerId, email: "owner@nexby.example", firstName: "Sam", lastName: "Reed" };
    const { id: accountId } = await this.payments.createAccount({ key: newId(), ...person });
    await this.control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
    return { bookingId: newId(), payerId, ownerId, accountId };
  }

  /** Inserts a payment without calling the provider. */
  async open(
    { bookingId, payerId, ownerId }: RenterAndOwner,
    what: Parameters<typeof openPayment>[2] extends infer Given
      ? Given extends { bookingId: string }
        ? Omit<Given, "bookingId" | "payerId" | "ownerId" | "savesCard" | "description">
        : never
      : never,
  ): Promise<{ id: string }> {
    const given = { bookingId, payerId, ownerId, savesCard: false, description: "A tent" };
    return { id: await this.db.transaction((tx) => openPayment(tx, this.payments, { ...what, ...given })) };
  }

  rental = (renterAndOwner: RenterAndOwner) =>
    this.open(renterAndOwner, { kind: "rental", price: PRICE, capture: "manual" });

  /** Creates the payment at the provider and confirms it there, as a browser would. We have not synced it yet. */
  async confirm(paymentId: string, card = "pm_card_visa"): Promise<string> {
    const { payment } = await startPayment(this, paymentId);
    const id = payment.providerPaymentId ?? "";
    await this.payments.confirmPayment({ key: newId(), id, cardId: card, isOffSession: false });
    return id;
  }

  /** An authorized rental payment, already synced. */
  async authorized(renterAndOwner: RenterAndOwner, card?: string): Promise<string> {
    const { id } = await this.rental(renterAndOwner);
    await this.confirm(id, card);
    await startPayment(this, id);
    return id;
  }

  async captured(renterAndOwner: RenterAndOwner, card?: string, amountCents = PRICE.totalCents): Promise<string> {
    const id = await this.authorized(renterAndOwner, card);
    await requestCapture(this.db, this.payments, { paymentId: id, amountCents });
    await this.runJobs();
    return id;
  }

  /** Runs all due jobs; failed ones wait for their next retry. */
  async runJobs(payments: PaymentsPort = this.payments): Promise<void> {
    const deps = { db: this.db, payments, subjects: PROVIDER_SUBJECTS };
    const handlers = {
      [RUN_PAYMENT_OPERATION]: runPaymentOperation(deps),
      [RUN_REFUND]: runRefund(deps),
      [RUN_TRANSFER]: runTransfer(deps),
      [PROCESS_PROVIDER_EVENT]: processProviderEvent(deps),
      ...bookingJobs(payments, "http://nexby.example"),
      ...onReviewReminder(remindOfReview("http://nexby.example")),
      ...this.otherJobs,
    };
    const once = Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, this.runs(handler)]));
    const note = (about: object) => void this.failures.push("err" in about ? about.err : about);
    const log = { error: note, warn: note };
    const context = { db: this.db, queueDb: this.db, handlers: { once, recurring: {} }, workerId: "test", log };
    for (;;) {
      const { jobs } = await claimJobs(this.db, { workerId: "test", leaseMs: 60_000 }, { ordinary: this.atOnce });
      if (jobs.length === 0) return;
      await Promise.all(jobs.map((job) => runJob(context, job, new AbortController().signal)));
    }
  }

  async passMinutes(minutes: number): Promise<void> {
    await advanceClock(this.db, Math.round(minutes * MINUTE));
  }

  /** Advances to the next retry and runs the jobs. */
  async retryJobs(): Promise<void> {
    await this.passMinutes(17);
    await this.runJobs();
  }

  async findMissed(payments: PaymentsPort = this.payments): Promise<void> {
    const handler = findMissedEvents({ db: this.db, payments, subjects: PROVIDER_SUBJECTS });
    if (!("run" in handler)) throw new Error("Asks the provider, so no transaction may wait for it");
    const job = { id: newId(), jobType: "", entityType: "", entityId: "", payload: {}, retryCount: 0, leaseLosses: 0 };
    await handler.run({ ...job, scheduledAt: new Date() }, new AbortController().signal);
  }

  resume = () => resumeMoney(this);

  async row(table: string, id: string): Promise<Record<string, unknown>> {
    const { rows } = await this.db.execute(sql`select * from ${sql.identifier(table)} where id = ${id}`);
    if (!rows[0]) throw new Error(`No ${table} ${id}`);
    return rows[0];
  }

  async payment(id: string) {
    const row = await this.row("payments", id);
    return { ...row, provider_payment_id: String(row.provider_payment_id) };
  }

  /** Counts the provider's objects whose metadata contains this id. */
  async countAtProvider(kind: string, tag: string, id: string): Promise<number> {
    const { rows } = await this.#sandbox.sandboxDb.execute<{ count: number }>(sql`
      select count(*)::int from card_sandbox.documents where kind = ${kind} and body->'metadata'->>${tag} = ${id}`);
    return rows[0]?.count ?? 0;
  }

  async ledgerOf(bookingId: string): Promise<Record<string, number>> {
    const balances = (await findBalances(this.db, { bookingId })).filter(({ amountCents }) => amountCents !== 0);
    return Object.fromEntries(balances.map(({ account, amountCents }) => [account, amountCents]));
  }

  /** The ledger is valid and matches the provider to the cent, and the provider is consistent. */
  async expectBalanced(): Promise<void> {
    expect(await findLedgerViolations(this.db)).toEqual([]);
    expect((await this.control<{ violations: string[] }>("invariants", {}, "GET")).violations).toEqual([]);
    const [ours] = await findBalances(this.db, { account: "stripe_balance" });
    const theirs = await this.payments.fetchBalance();
    expect(ours?.amountCents ?? 0).toBe(theirs.availableCents + theirs.pendingCents);
  }
}

/** An owner's account that still has to complete onboarding before it can be paid. */
export async function openPayoutAccount({ db, payments }: MoneyUnderTest, userId: string): Promise<string> {
  const person = { email: `${userId}@nexby.example`, firstName: "Robin", lastName: "Vale" };
  const { id: accountId } = await payments.createAccount({ key: newId(), personId: userId, ...person });
  await db.execute(sql`
    insert into payout_accounts (id, user_id, provider_id, email, first_name, last_name)
    values (${newId()}, ${userId}, ${accountId}, ${person.email}, ${person.firstName}, ${person.lastName})`);
  return accountId;
}

/**
 * Payments for all tests of a file, passed to `onReady`. `here` returns a new booking id of the same renter and owner.
 */
export function useMoney(onReady: (money: MoneyUnderTest) => void) {
  const database = useTestDatabase();
  const sandbox = useTestPayments(database);
  let renterAndOwner: RenterAndOwner | undefined;
  beforeAll(async () => {
    const money = new MoneyUnderTest(database().db, sandbox());
    renterAndOwner = await money.parties();
    onReady(money);
  });
  const here = (): RenterAndOwner => {
    if (!renterAndOwner) throw new Error("The two people are there from beforeAll on");
    return { ...renterAndOwner, bookingId: newId() };
  };
  return { database, sandbox, here };
}
