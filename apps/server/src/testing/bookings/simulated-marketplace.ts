import { markRefundPaid } from "@nexby/contract/admin/tasks";
import type { PriceBreakdown } from "@nexby/contract/bookings/quotes";
import type { Endpoint } from "@nexby/contract/endpoint";
import { DAY, HOUR, MINUTE } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { PaymentProblem } from "../../adapters/payments/payments.port.ts";
import {
  configureInsurer,
  createPricedItem,
  milesAway,
  setTaxRate,
} from "../../features/checkout/tests/quotes.fixture.ts";
import { advanceClock, readClock } from "../../platform/clock.ts";
import type { Db } from "../../platform/db/db.ts";
import { noteWorkers, passIdleTime } from "../../platform/outages.ts";
import { DELIVER_MESSAGE } from "../../platform/outbox.ts";
import { tasksOf } from "../admin-tasks.ts";
import { call, send } from "../call.ts";
import { COMPLETE_PROFILE, createUser } from "../factories.ts";
import { asViewer, startTestApp, type TestApp } from "../test-app.ts";
import { createTestDatabase, type TestDatabase } from "../test-database.ts";
import { MoneyUnderTest, openPayoutAccount } from "./payments-under-test.ts";
import type { SeededNumbers } from "./seeded-numbers.ts";
import { startTestPayments, type TestPayments } from "./test-payments.ts";

export const ZONE = "America/Chicago";
/** 6:30 AM in Chicago, or 7:30 AM in summer: early enough to book for the same day. */
const MORNING_MS = 12.5 * HOUR;
/** Maximum delay of a job. */
const LATENESS_MS = 20 * MINUTE;

export type Person = { id: string; headers: Record<string, string> };
export type Owner = Person & { accountId: string };
export type Item = {
  id: string;
  owner: Owner;
  units: number;
  isDelivered: boolean;
  isInstant: boolean;
  isStrict: boolean;
  depositCents: number;
  /** Per unit; the most that damage can cost if it is more than the deposit. */
  replacementCents: number;
  /** What the category takes of the owner's lines. */
  commissionPercent: number;
};

/** What renter and owner saw at checkout, and what was decided later, as it was sent. */
export type Agreement = {
  price: PriceBreakdown;
  commissionPercent: number;
  /** The renter's card pays whatever is charged. */
  hasGoodCard: boolean;
  /** What was waived of a late fee, and what an admin left of a contested one. */
  feeDecisions: ({ waivedCents: number } | { keptCents: number })[];
  /** What an admin decided of a claim. */
  damageCents: number;
};
type CallResult = { status: number; code: string; body: unknown };

const OWNERS = 3;
const ITEMS = 9;

const person = (id: string, isAdmin = false): Person => ({
  id,
  headers: asViewer({ id, isAdmin, isApproved: true }),
});

/** A database, a card sandbox, a server, users, and a clock that the simulation advances. */
export class SimulatedMarketplace {
  readonly money: MoneyUnderTest;
  readonly sandbox: TestPayments;
  readonly random: SeededNumbers;
  readonly items: Item[] = [];
  readonly owners: Owner[] = [];
  /** The retained amount shown in the cancellation preview, by booking. */
  readonly shownAsKept = new Map<string, { keptCents: number; isCharged: boolean }>();
  /** Quotes and decisions of each booking. */
  readonly agreements = new Map<string, Agreement>();
  readonly #database: TestDatabase;
  readonly #app: TestApp;
  #admin: Person | undefined;
  #people = 0;

  static async start(random: SeededNumbers): Promise<SimulatedMarketplace> {
    const database = await createTestDatabase();
    const sandbox = await startTestPayments(database);
    const app = await startTestApp({ db: database.db, ...sandbox.deps, geocoding: milesAway });
    sandbox.deliverTo(app.origin);
    const market = new SimulatedMarketplace(random, { database, sandbox, app });
    await market.#settleIn();
    return market;
  }

  private constructor(random: SeededNumbers, parts: { database: TestDatabase; sandbox: TestPayments; app: TestApp }) {
    this.random = random;
    this.#database = parts.database;
    this.#app = parts.app;
    this.sandbox = parts.sandbox;
    this.money = new MoneyUnderTest(parts.database.db, parts.sandbox);
    this.money.otherJobs[DELIVER_MESSAGE] = { run: async () => undefined };
    // Some workers run one job at a time, some several.
    this.money.atOnce = random.pick([1, 1, 8]);
  }

  get db(): Db {
    return this.#database.db;
  }

  get origin(): string {
    return this.#app.origin;
  }

  get admin(): Person {
    if (!this.#admin) throw new Error("The administrator is there from the start on");
    return this.#admin;
  }

  async close(): Promise<void> {
    await this.#app.close();
    await this.sandbox.sandbox.close();
    await this.#database.close();
  }

  async #settleIn(): Promise<void> {
    const now = (await readClock(this.db)).getTime();
    await advanceClock(this.db, Math.round((DAY + MORNING_MS - (now % DAY)) % DAY));
    await setTaxRate(this.db, "TX", "8.25");
    await configureInsurer(this.db);
    this.#admin = person(await createUser(this.db, { isAdmin: true, isApproved: true }), true);
    for (let count = 0; count < OWNERS; count += 1) this.owners.push(await this.#ownerJoins());
    // The first owner onboards only at the end.
    for (const owner of this.owners.slice(1)) await this.onboard(owner);
    for (let count = 0; count < ITEMS; count += 1) this.items.push(await this.#someItem(count));
  }

  async renterJoins(): Promise<Person> {
    return person(await this.#knownUser());
  }

  async #knownUser(): Promise<string> {
    this.#people += 1;
    const createdAt = new Date("2026-01-01T00:00:00Z");
    const verified = { emailVerifiedAt: createdAt, phoneVerifiedAt: createdAt, createdAt, isApproved: true };
    const phoneNumber = `+1201555${String(this.#people).padStart(4, "0")}`;
    return createUser(this.db, { ...COMPLETE_PROFILE, ...verified, phoneNumber });
  }

  async #ownerJoins(): Promise<Owner> {
    const id = await this.#knownUser();
    const accountId = await openPayoutAccount(this.money, id);
    return { ...person(id), accountId };
  }

  onboard = ({ accountId }: Owner) => this.sandbox.control(`accounts/${accountId}/onboarding`, { outcome: "complete" });

  async #someItem(index: number): Promise<Item> {
    const { random } = this;
    const owner = random.pick(this.owners);
    const units = random.between(1, 4);
    const isDelivered = random.isHit(0.3);
    const isInstant = random.isHit(0.25);
    const depositCents = random.isHit(0.7) ? random.between(500, 30_000) : 0;
    const replacementCents = random.isHit(0.4) ? random.between(1_000, 40_000) : 0;
    const policy = random.pick(["flexible", "moderate", "strict"] as const);
    const commission = random.pick(["5", "7.5"]);
    const id = await createPricedItem(
      this.db,
      {
        ownerId: owner.id,
        title: `Tent ${index}`,
        timezone: ZONE,
        dailyRateCents: random.between(100, 9_000),
        depositAmountCents: depositCents,
        lateReturnFeeCents: random.isHit(0.3) ? random.upTo(2_000) : 0,
        replacementValueCents: replacementCents || null,
        cleaningFeeCents: random.isHit(0.3) ? random.upTo(3_000) : 0,
        setupFlatFeeCents: random.isHit(0.3) ? random.upTo(3_000) : 0,
        cancellationPolicy: policy,
        isInstant,
        quantityTotal: units,
        turnaroundMinutes: random.pick([0, 0, 90]),
        ...(isDelivered && { offerDelivery: true, offerPickup: false, deliveryFeeCents: 1_500, deliveryRadius: 50 }),
      },
      { lister: commission, renter: random.pick(["0", "3.33"]) },
    );
    const terms = { isDelivered, isInstant, isStrict: policy === "strict", depositCents, replacementCents };
    return { id, owner, units, ...terms, commissionPercent: Number(commission) };
  }

  now = () => readClock(this.db);

  /** Calls over HTTP and returns rejections like any other response. */
  async ask(
    { headers }: Person,
    endpoint: Endpoint,
    params: Record<string, string>,
    body?: unknown,
    query: Record<string, string> = {},
  ): Promise<CallResult> {
    const sent = { params, query, headers, ...(body !== undefined && { body }) };
    const response = await send(this.#app.origin, endpoint, sent);
    const json = (await response.json()) as { code?: string };
    return { status: response.status, code: json.code ?? "", body: json };
  }

  /** A worker runs what is due. */
  async run(): Promise<void> {
    await noteWorkers(this.db);
    await this.money.runJobs();
  }

  /** Delivers the pending webhooks, some twice and out of order. */
  deliver = () => this.sandbox.control("pump");

  /** Looks for events whose webhook was lost. */
  findMissed = () => unlessProviderFails(this.money.findMissed());

  resume = () => unlessProviderFails(this.money.resume());

  /** Advances the clock. With a worker, jobs run when they become due; without one they wait. */
  async pass(milliseconds: number, isWatched: boolean): Promise<void> {
    const end = new Date((await this.now()).getTime() + milliseconds);
    if (isWatched) await this.run();
    while (isWatched) {
      const due = await this.#nextDue();
      if (!due || due >= end) break;
      await this.#moveTo(new Date(due.getTime() + this.random.next() * LATENESS_MS), isWatched);
      await this.run();
    }
    await this.#moveTo(end, isWatched);
    if (isWatched) await this.run();
  }

  async #moveTo(instant: Date, isWatched: boolean): Promise<void> {
    const milliseconds = Math.ceil(instant.getTime() - (await this.now()).getTime());
    if (milliseconds <= 0) return;
    if (isWatched) await passIdleTime(this.db, milliseconds);
    await advanceClock(this.db, milliseconds);
  }

  async #nextDue(): Promise<Date | null> {
    const { rows } = await this.db.execute<{ due: string | null }>(sql`
      select min(scheduled_at) as due from scheduled_jobs where status = 'pending'`);
    return rows[0]?.due ? new Date(rows[0].due) : null;
  }

  /** Charges of a booking that a bank could dispute. */
  async disputableCharges(bookingId: string): Promise<string[]> {
    const { rows } = await this.sandbox.sandboxDb.execute<{ id: string }>(sql`
      select d.id from card_sandbox.documents d join payments p on p.provider_charge_id = d.id
      where p.booking_id = ${bookingId} and p.status in ('captured', 'partially_refunded')
        and not (body->>'disputed')::boolean and body->>'amount' <> body->>'amount_refunded' order by d.seq`);
    return rows.map(({ id }) => id);
  }

  async openDisputes(bookingId: string): Promise<string[]> {
    const { rows } = await this.sandbox.sandboxDb.execute<{ id: string }>(sql`
      select d.id from card_sandbox.documents d join payments p on p.provider_charge_id = d.body->>'charge'
      where d.kind = 'dispute' and p.booking_id = ${bookingId}
        and d.body->>'status' in ('needs_response', 'under_review', 'warning_needs_response', 'warning_under_review')
      order by d.seq`);
    return rows.map(({ id }) => id);
  }

  /** A booking's rows, for failure messages. */
  async rowsOf(bookingId: string): Promise<string> {
    const { rows } = await this.db.execute<{ row: string }>(sql`
      select 'payment ' || row(id, kind, status, capture, saves_card, captured_cents, auth_expires_at)::text as row
      from payments where booking_id = ${bookingId}
      union all
      select 'operation ' || row(o.payment_id, o.operation, o.status, o.reason, o.created_at)::text
      from payment_operations o join payments p on p.id = o.payment_id where p.booking_id = ${bookingId}
      union all
      select 'refund ' || row(r.id, r.payment_id, r.status, r.amount_cents, r.failure_reason)::text
      from refunds r join payments p on p.id = r.payment_id where p.booking_id = ${bookingId}
      union all
      select 'transfer ' || row(id, kind, status, amount_cents, failure_reason)::text
      from transfers where booking_id = ${bookingId}
      union all
      select 'job ' || row(job_type, status, scheduled_at, last_error)::text from scheduled_jobs
      where status in ('pending', 'failed') and entity_id = ${bookingId}
      union all
      select 'entry ' || row(t.kind, e.account, e.amount_cents, t.occurred_at)::text
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where e.booking_id = ${bookingId}
      union all
      select 'booking ' || row_to_json(b)::text from bookings b where id = ${bookingId}`);
    return rows.map(({ row }) => row).join("\n  ");
  }

  /** The admin pays every refund that was given up, as soon as that is allowed. */
  async payGivenUpRefunds(): Promise<void> {
    const { headers } = this.admin;
    for (const { id: refundId, decisions } of await tasksOf(this.#app.origin, "failed_refund", headers)) {
      if (!decisions.includes("mark_paid")) continue;
      await call(this.#app.origin, markRefundPaid, { params: { refundId }, headers, body: { reference: "Check" } });
    }
  }

  async isSettled(): Promise<boolean> {
    const { rows } = await this.db.execute<{ open: number }>(
      sql`select count(*)::int as open from bookings where settled_at is null`,
    );
    return rows[0]?.open === 0;
  }
}

/** The worker tries again later. */
const unlessProviderFails = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error) => {
    if (!(error instanceof PaymentProblem)) throw error;
  });
