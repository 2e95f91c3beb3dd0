import { listDiscrepancies } from "@nexby/contract/money/ledger";
import { DAY, MINUTE } from "@nexby/domain/kernel/duration";
import { cents } from "@nexby/domain/kernel/money";
import { closed } from "@nexby/domain/ledger/postings";
import { rentalPrice } from "@nexby/domain/pricing/rental-price";
import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { useTestPayments } from "../../../testing/bookings/test-payments.ts";
import { createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { post } from "../../ledger/commands/post.ts";
import { findBalance } from "../../ledger/ledger.queries.ts";
import { CardLedgerModel } from "../../ledger/tests/card-ledger-model.fixture.ts";
import type { Booking, Paid } from "../../ledger/tests/simulated-money.fixture.ts";
import { type DayRange, lastDueAt, reconcile, reconcileDaily, reportText } from "../reconcile.ts";

const database = useTestDatabase();
const cards = useTestPayments(database);
const db = () => database().db;
const payments = () => cards().deps.payments;

const FEES = { setupFlatFeeCents: cents(0), setupPerUnitFeeCents: cents(0), cleaningFeeCents: cents(0) };
const OTHER_FEES = { deliveryFeeCents: cents(0), depositCents: cents(0) };
const RATES = { listerCommissionRate: 5, renterCommissionRate: 5, taxRate: 8, insuranceRate: 0 };
const STAY = { days: 2, quantity: 1, isDelivered: false };
const PRICE = rentalPrice({ ...FEES, ...OTHER_FEES, dailyRateCents: cents(10_000) }, STAY, RATES);

let app: TestApp;
let model: CardLedgerModel;
let people: { payerId: string; ownerId: string; admin: string };

beforeAll(async () => {
  app = await startTestApp({ db: db() });
  people = {
    payerId: await createUser(db()),
    ownerId: await createUser(db()),
    admin: await createUser(db(), { isAdmin: true, email: "ada@nexby.example" }),
  };
  await createUser(db(), { isAdmin: true, email: "gone@nexby.example", suspendedAt: new Date() });
  const person = { personId: people.ownerId, email: "olive@nexby.example", firstName: "Olive", lastName: "Own" };
  const { id: accountId } = await payments().createAccount({ key: newId(), ...person });
  await cards().control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
  model = new CardLedgerModel({ db: db(), payments: payments(), control: cards().control, accountId });
});
afterAll(() => app?.close());

const newBooking = (): Booking => ({ id: newId(), payerId: people.payerId, ownerId: people.ownerId });
const pay = async (booking: Booking): Promise<Paid> => ({
  id: await model.payRental(booking, PRICE),
  kind: "rental",
  capturedCents: PRICE.totalCents,
  refundedCents: 0,
  transferredCents: 0,
  dispute: null,
});

/** Changes rows with triggers disabled, which only the table owner can do. */
const tamper = (...statements: SQL[]) =>
  database().owner.transaction(async (tx) => {
    const tables = ["ledger_transactions", "ledger_entries"];
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    for (const statement of statements) await tx.execute(statement);
    for (const table of tables) await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
  });

const queryOne = async <Row extends Record<string, unknown>>(statement: SQL): Promise<Row> => {
  const { rows } = await db().execute(statement);
  if (!rows[0]) throw new Error("Nothing there");
  return rows[0] as Row;
};
const transactionOf = (booking: Booking) =>
  queryOne<{ id: string; movement: string }>(sql`
    select id, substr(source_key, 9) as movement from ledger_transactions
    where booking_id = ${booking.id} and kind = 'capture'`);

/** Waits for the grace period, then compares. */
const compare = async () => {
  await advanceClock(db(), 30 * MINUTE);
  return reconcile({ db: db(), payments: payments() });
};
const describedFaults = (report: Awaited<ReturnType<typeof compare>>) =>
  report.differences.map(({ kind, subject }) => `${kind} ${subject}`).sort();

/** Confirmed at the provider without a payment of ours. */
async function foreignPayment(capture: "manual" | "automatic"): Promise<string> {
  const customer = await payments().createCustomer({
    key: newId(),
    personId: newId(),
    email: "x@y.example",
    name: "X",
  });
  const input = { paymentId: newId(), bookingId: newId(), amountCents: 5_000, customerId: customer.id, capture };
  const details = { savesCard: false, description: "?", statementSuffix: "RENTAL" };
  const { id } = await payments().createPayment({ key: newId(), ...input, ...details });
  await payments().confirmPayment({ key: newId(), id, cardId: "pm_card_bypassPending", isOffSession: false });
  return id;
}

/** Each function below plants a fault and returns how it should be reported. */
async function loseTransaction() {
  const booking = newBooking();
  await pay(booking);
  const { id, movement } = await transactionOf(booking);
  await tamper(
    sql`create table kept_entries as select * from ledger_entries where transaction_id = ${id}`,
    sql`create table kept_transactions as select * from ledger_transactions where id = ${id}`,
    sql`delete from ledger_entries where transaction_id = ${id}`,
    sql`delete from ledger_transactions where id = ${id}`,
  );
  const repair = () =>
    tamper(
      sql`insert into ledger_transactions select * from kept_transactions`,
      sql`insert into ledger_entries (transaction_id, account, amount_cents, booking_id, user_id)
        select transaction_id, account, amount_cents, booking_id, user_id from kept_entries`,
      sql`drop table kept_entries, kept_transactions`,
    );
  return { fault: `movement_not_posted ${movement}`, movement, repair };
}

async function postTwice(): Promise<string> {
  const booking = newBooking();
  await pay(booking);
  const { id } = await transactionOf(booking);
  const twice = `balance:txn_twice_${newId()}`;
  await tamper(
    sql`insert into ledger_transactions (id, source_key, kind, booking_id, occurred_at, entry_count)
      select gen_random_uuid(), ${twice}, kind, booking_id, occurred_at, entry_count
      from ledger_transactions where id = ${id}`,
    sql`insert into ledger_entries (transaction_id, account, amount_cents, booking_id, user_id)
      select (select id from ledger_transactions where source_key = ${twice}), account, amount_cents, booking_id, user_id
      from ledger_entries where transaction_id = ${id}`,
  );
  return `posting_without_movement ${twice}`;
}

async function alterAmount(): Promise<string> {
  const booking = newBooking();
  await pay(booking);
  const { id, movement } = await transactionOf(booking);
  const change = (by: number, account: string) => sql`
    update ledger_entries set amount_cents = amount_cents + ${by}::int
    where transaction_id = ${id} and account = ${account} and amount_cents > 0`;
  await tamper(change(1, "stripe_fees"), change(-1, "stripe_balance"));
  return `movement_amount_differs ${movement}`;
}

async function alterRefund() {
  const booking = newBooking();
  const { id } = await model.refund(booking, await pay(booking), 1_234, false);
  const change = (by: number) =>
    queryOne<{ provider: string }>(sql`
      update refunds set amount_cents = amount_cents + ${by}::int where id = ${id}
      returning provider_refund_id as provider`);
  return { fault: `refund_differs ${(await change(1)).provider}`, repair: () => change(-1) };
}

async function alterTransfer(): Promise<string> {
  const booking = newBooking();
  const id = await model.transfer(booking, 4_321, await pay(booking));
  const { provider } = await queryOne<{ provider: string }>(sql`
    update transfers set amount_cents = amount_cents - 1 where id = ${id} returning provider_id as provider`);
  return `transfer_differs ${provider}`;
}

async function alterHolds(): Promise<string[]> {
  const unknown = await foreignPayment("manual");
  const [voided, misread] = [await model.hold(newBooking(), 7_000), await model.hold(newBooking(), 8_000)];
  await payments().cancelPayment({ key: newId(), id: voided });
  await db().execute(sql`update payments set authorized_cents = 7999 where provider_payment_id = ${misread}`);
  return [
    `authorization_unknown ${unknown}`,
    `authorization_gone ${voided}`,
    `authorization_amount_differs ${misread}`,
  ];
}

/** Charged and refunded outside the product: two movements, and a balance short by the fee. */
async function moneyByHand(): Promise<string[]> {
  const providerPaymentId = await foreignPayment("automatic");
  const refund = { refundId: newId(), attempt: 1, providerPaymentId, amountCents: 5_000 };
  const { movement: refundMovement } = await payments().createRefund({ key: newId(), ...refund });
  const { charge } = await payments().fetchPayment(providerPaymentId);
  return [`movement_not_posted ${charge?.movement?.id}`, `movement_not_posted ${refundMovement?.id}`];
}

async function closeTooEarly(): Promise<string> {
  const { id: bookingId, ...people } = newBooking();
  await pay({ id: bookingId, ...people });
  const sourceKey = `bookings:${bookingId}:close:1`;
  await post(db(), { sourceKey, kind: "close", bookingId, occurredAt: new Date(), postings: closed(2_000) });
  return `ledger_rule_broken closed_bookings_are_settled ${bookingId} owner_payable`;
}

const mailsTo = async (email: string) =>
  Number(
    (await queryOne<{ count: string }>(sql`select count(*) from outgoing_messages where recipient = ${email}`)).count,
  );

describe("reconciliation", () => {
  test("the reconciliation finds nothing when all is well, and ignores movements that are still on their way", async () => {
    const booking = newBooking();
    const paid = await pay(booking);
    await model.refund(booking, paid, 1_000, false);
    await model.reverse(booking, { id: await model.transfer(booking, 6_000, paid), leftCents: 6_000 }, 500);
    expect(await compare()).toMatchObject({ movementCount: 4, newCount: 0, openCount: 0, differences: [] });
    // Not posted yet, but recent.
    const delayed = await model.delayedCapture(newBooking(), PRICE);
    const report = await reconcile({ db: db(), payments: payments() });
    expect(report).toMatchObject({ openCount: 0, balance: { onItsWayCents: PRICE.totalCents - 688 } });
    expect(await mailsTo("ada@nexby.example")).toBe(0);
    await delayed.arrives();
    expect(await compare()).toMatchObject({ newCount: 0, openCount: 0, balance: { onItsWayCents: 0 } });
  });

  test("the reconciliation finds every fault, notifies admins once, corrects nothing, and notices repairs", async () => {
    const [missing, refund] = [await loseTransaction(), await alterRefund()];
    const faults = [missing.fault, refund.fault, await postTwice(), await alterAmount(), await alterTransfer()];
    const expected = [...faults, ...(await alterHolds()), ...(await moneyByHand()), await closeTooEarly()];
    expected.push("balance_differs stripe_balance");
    const before = await queryOne(sql`select count(*), max(id) from ledger_entries`);

    const report = await compare();
    expect(describedFaults(report)).toEqual(expected.sort());
    expect(report.newCount).toBe(expected.length);
    expect(await queryOne(sql`select count(*), max(id) from ledger_entries`)).toEqual(before);
    expect(reportText(report)).toContain(`- movement not posted: ${missing.movement}. Provider $219.92, ours nothing.`);
    expect([await mailsTo("ada@nexby.example"), await mailsTo("gone@nexby.example")]).toEqual([1, 0]);

    // Beyond the days a comparison covers by default.
    await advanceClock(db(), 3 * DAY);
    const later = await compare();
    expect(describedFaults(later)).toEqual(expected);
    expect(later.newCount).toBe(0);
    expect(await mailsTo("ada@nexby.example")).toBe(1);
    const { count } = await queryOne<{ count: string }>(
      sql`select count(*) from notifications where user_id = ${people.admin} and type = 'payment'`,
    );
    expect(Number(count)).toBe(1);

    await missing.repair();
    await refund.repair();
    const repaired = await compare();
    expect(repaired.resolvedCount).toBe(2);
    expect(describedFaults(repaired)).toEqual(
      expected.filter((fault) => ![missing.fault, refund.fault].includes(fault)),
    );
  });

  test("the reconciliation lists open and resolved differences to admins, page by page", async () => {
    const headers = asViewer({ id: people.admin, isAdmin: true, isApproved: true });
    const read = async (query: string) => {
      const response = await fetch(`${app.origin}/api/admin/reconciliation/differences?${query}`, { headers });
      return { rows: listDiscrepancies.response.parse(await response.json()), link: response.headers.get("link") };
    };
    const all = await read("status=all&limit=100");
    const open = await read("limit=100");
    expect(open.rows.every(({ resolvedAt }) => resolvedAt === null)).toBe(true);
    expect((await read("status=resolved&limit=100")).rows.length).toBe(all.rows.length - open.rows.length);
    const first = await read("status=all&limit=2");
    const [, next] = /<([^>]+)>/.exec(first.link ?? "") ?? [];
    const second = await read(new URL(next ?? "", app.origin).search.slice(1));
    expect([...first.rows, ...second.rows]).toEqual(all.rows.slice(0, 4));
  });

  test("the reconciliation compares a range of days without moving the daily comparison on or telling admins", async () => {
    const since = await readClock(db());
    const lost = await loseTransaction();
    const paid = await pay(newBooking());
    await advanceClock(db(), 2 * DAY);
    const runs = async () => (await queryOne<{ count: string }>(sql`select count(*) from reconciliation_runs`)).count;
    const before = { runs: await runs(), mails: await mailsTo("ada@nexby.example") };
    const within = (range: DayRange) => reconcile({ db: db(), payments: payments() }, { range });
    const day = new Date(Math.floor(since.getTime() / DAY) * DAY);

    const later = await within({ from: new Date(day.getTime() + DAY), until: null });
    expect(describedFaults(later)).not.toContain(lost.fault);
    const found = await within({ from: day, until: new Date(day.getTime() + DAY) });
    expect(describedFaults(found)).toContain(lost.fault);
    expect(found).toMatchObject({ comparedFrom: day, comparedThrough: new Date(day.getTime() + DAY), newCount: 1 });
    expect(found.movementCount).toBeGreaterThanOrEqual(2);
    // A difference outside of the range stays open.
    const again = await within({ from: new Date(day.getTime() + DAY), until: null });
    expect(describedFaults(again)).toContain(lost.fault);
    expect({ runs: await runs(), mails: await mailsTo("ada@nexby.example") }).toEqual(before);
    await lost.repair();
    expect(describedFaults(await within({ from: day, until: null }))).not.toContain(lost.fault);
    expect(paid.capturedCents).toBeGreaterThan(0);
  });

  /** Nothing of earlier tests is on its way. */
  const settleEverything = async () => {
    await db().execute(sql`delete from provider_events_read`);
    await db().execute(sql`
      update scheduled_jobs set status = 'completed', finished_at = app_now() where status = 'pending'`);
  };

  test("the reconciliation waits for movements on their way, and says so if they don't arrive", async () => {
    await settleEverything();
    const late = await queryOne<{ id: string }>(sql`
      insert into scheduled_jobs (job_type, entity_type, entity_id, scheduled_at)
      values ('process_provider_event', 'provider_event', 'evt_late', app_now()) returning id`);
    await advanceClock(db(), 30 * MINUTE);
    const deps = { db: db(), payments: payments() };
    const early = await reconcile(deps);
    expect(early.isEarly).toBe(true);
    expect(reportText(early)).toContain("Movements are still on their way");
    const waiting = reconcile(deps, { patienceMs: 60 * MINUTE });
    await db().execute(
      sql`update scheduled_jobs set status = 'completed', finished_at = app_now() where id = ${late.id}`,
    );
    expect((await waiting).isEarly).toBe(false);
    expect((await reconcile(deps)).isEarly).toBe(false);
  });

  test("the reconciliation compares only what events were fetched for, at most 75 minutes back, and waits in the morning after an outage", async () => {
    await settleEverything();
    const deps = { db: db(), payments: payments() };
    const readUntil = async (minutesAgo: number) => {
      const until = new Date((await readClock(db())).getTime() - minutesAgo * MINUTE);
      await db().execute(sql`
        insert into provider_events_read (until) values (${until.toISOString()})
        on conflict ("only") do update set until = excluded.until`);
      return until;
    };
    const wholeSecond = (at: Date) => Math.floor(at.getTime() / 1_000);
    const recent = await readUntil(50);
    const { comparedThrough, isEarly } = await reconcile(deps);
    expect([wholeSecond(comparedThrough), isEarly]).toEqual([wholeSecond(recent), false]);
    const missed = await readUntil(300);
    const early = await reconcile(deps);
    expect(early.isEarly).toBe(true);
    expect(early.comparedThrough.getTime()).toBeGreaterThan(missed.getTime() + 220 * MINUTE);

    const runs = async () => Number((await queryOne<{ n: string }>(sql`select count(*) n from reconciliation_runs`)).n);
    const now = await readClock(db());
    const due = lastDueAt(new Date(now.getTime() + DAY));
    await advanceClock(db(), due.getTime() - now.getTime() + 10 * MINUTE);
    await readUntil(300);
    const before = await runs();
    await reconcileDaily(deps);
    expect(await runs()).toBe(before);
    await advanceClock(db(), 2 * 60 * MINUTE);
    await reconcileDaily(deps);
    expect(await runs()).toBe(before + 1);
    await db().execute(sql`delete from provider_events_read`);
  });

  test("the reconciliation runs once a day after 6 AM", async () => {
    const runs = async () =>
      Number((await queryOne<{ count: string }>(sql`select count(*) from reconciliation_runs`)).count);
    const deps = { db: db(), payments: payments() };
    const before = await runs();
    await advanceClock(db(), DAY);
    await reconcileDaily(deps);
    await reconcileDaily(deps);
    expect(await runs()).toBe(before + 1);
    await advanceClock(db(), DAY);
    await reconcileDaily(deps);
    expect(await runs()).toBe(before + 2);
    expect(await findBalance(db(), { account: "stripe_balance" })).toBeGreaterThan(0);
  });
});
