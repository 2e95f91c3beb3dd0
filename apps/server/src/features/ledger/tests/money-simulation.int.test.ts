import { HOUR } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { advanceClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { type TestPayments, useTestPayments } from "../../../testing/bookings/test-payments.ts";
import { createUser } from "../../../testing/factories.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { reconcile } from "../../reconciliation/reconcile.ts";
import { findBalance, findBalances } from "../ledger.queries.ts";
import { findLedgerViolations } from "../ledger-checks.ts";
import { CardLedgerModel } from "./card-ledger-model.fixture.ts";
import { ExpectedLedger } from "./expected-ledger.fixture.ts";
import { type Booking, type MoneyModel, MoneySimulation } from "./simulated-money.fixture.ts";

const ledgerDatabase = useTestDatabase();

/** `npm run prove -- money 2000` runs that many of both. */
const LEDGER_SIMULATIONS = Number(process.env.PROVE_AMOUNT ?? 100);
/** Each calls the card sandbox about a hundred times. */
const CARD_SIMULATIONS = Number(process.env.PROVE_AMOUNT ?? 6);
const FIRST_SEED = 20_260_301;
const CONCURRENCY = 12;
/** Each market has its own sandbox and ledger, and runs one step at a time so that balances can be compared. */
const MARKETS = process.env.PROVE_AMOUNT ? 6 : 2;

const markets = Array.from({ length: MARKETS }, () => {
  const database = useTestDatabase();
  return { database, cards: useTestPayments(database) };
});

/** All seeds, or the one to replay. */
const seeds = (count: number) =>
  process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: count }, (_, index) => FIRST_SEED + index);

type Db = ReturnType<typeof ledgerDatabase>["db"];

/** Runs the waiting simulations in turn, step by step. */
function simulationsOf(db: Db, model: MoneyModel, waiting: number[], newBooking: () => Promise<Booking>) {
  return async function* work(): AsyncGenerator<void> {
    for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
      const simulation = new MoneySimulation(db, model, await newBooking(), seed);
      try {
        yield* simulation.run();
      } catch (error) {
        throw new Error(`SEED=${seed} replays it. After ${simulation.done.join(", ")}: ${error}`, { cause: error });
      }
    }
  };
}

test(`${LEDGER_SIMULATIONS} simulations of money: every step balances, closed books are empty, and postings equal movements`, async () => {
  const { db } = ledgerDatabase();
  const model = new ExpectedLedger(db);
  const newBooking = async () => ({ id: newId(), ownerId: newId(), payerId: newId() });
  const work = simulationsOf(db, model, seeds(LEDGER_SIMULATIONS), newBooking);
  const worker = async () => {
    for await (const _ of work());
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));

  expect(await findLedgerViolations(db)).toEqual([]);
  expect(await findBalance(db, { account: "stripe_balance" })).toBe(model.totalCents());
  expect((await findBalances(db)).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
}, 3_600_000);

type Market = { db: Db; cards: TestPayments };

async function modelOf({ db, cards: { deps, control } }: Market, payerId: string): Promise<CardLedgerModel> {
  const { payments } = deps;
  const ownerId = await createUser(db);
  const owner = { personId: ownerId, email: "olive@nexby.example", firstName: "Olive", lastName: "Own" };
  const { id: accountId } = await payments.createAccount({ key: newId(), ...owner });
  await control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
  const model = new CardLedgerModel({ db, payments, control, accountId });
  // A reserve: an owner may be paid while a chargeback holds the payment.
  await model.payDeposit({ id: newId(), payerId, ownerId }, { heldCents: 90_000_000, capturedCents: 90_000_000 });
  return model;
}

/** Interleaves the steps of several simulations until none is waiting. Returns the number of movements. */
async function runMarket(market: Market, waiting: number[]): Promise<number> {
  const { db, cards } = market;
  const payerId = await createUser(db);
  const model = await modelOf(market, payerId);
  const newBooking = async () => ({ id: newId(), ownerId: await createUser(db), payerId });
  let running = Array.from({ length: CONCURRENCY }, simulationsOf(db, model, waiting, newBooking));
  while (running.length > 0) {
    const unfinished: typeof running = [];
    for (const simulation of running) if (!(await simulation.next()).done) unfinished.push(simulation);
    running = unfinished;
  }

  await advanceClock(db, HOUR);
  const report = await reconcile({ db, payments: cards.deps.payments });
  expect(report.differences).toEqual([]);
  expect(report.balance).toMatchObject({ providerCents: report.balance?.ledgerCents, onItsWayCents: 0 });
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from reconciled_movements`);
  expect(Number(rows[0]?.count)).toBe(report.movementCount);
  return report.movementCount;
}

test(`${CARD_SIMULATIONS} interleaved simulations at the card sandbox: after each step its balance equals the ledger, and they reconcile`, async () => {
  const waiting = seeds(CARD_SIMULATIONS);
  const count = waiting.length;
  const outcomes = await Promise.allSettled(
    markets.map(({ database, cards }) => runMarket({ db: database().db, cards: cards() }, waiting)),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(failures).toEqual([]);
  const moved = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(moved.reduce((sum, movements) => sum + movements, 0)).toBeGreaterThan(count * 3);
}, 7_200_000);
