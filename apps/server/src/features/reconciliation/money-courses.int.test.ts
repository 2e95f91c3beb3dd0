import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { advanceClock } from "../../platform/clock/clock.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { createUser } from "../../testing/factories.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { type TestPayments, useTestPayments } from "../../testing/test-payments.ts";
import { findBalance, findBalances, findLedgerViolations } from "../ledger/public.ts";
import { CardTill } from "./card-till.fixture.ts";
import { ImaginedTill } from "./imagined-till.fixture.ts";
import { type Booking, MoneyCourse, type Till } from "./money-course.fixture.ts";
import { reconcile } from "./public.ts";

const imagined = useTestDatabase();

const FIRST_SEED = 20_260_301;
const COURSES = 2_000;
/** Each asks the card sandbox a hundred times, so all of them take a while: `npm run prove:money`. */
const CARD_COURSES = Number(process.env.MONEY_COURSES ?? 30);
const AT_ONCE = 12;
/** Each has its own sandbox and ledger; in one of them nothing happens at the same time, so that all can be compared. */
const WORLDS = 6;
const HOUR = 3_600_000;

const worlds = Array.from({ length: WORLDS }, () => {
  const database = useTestDatabase();
  return { database, cards: useTestPayments(database) };
});

/** All seeds, or the one to be replayed. */
const seeds = (count: number) =>
  process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: count }, (_, index) => FIRST_SEED + index);

type Db = ReturnType<typeof imagined>["db"];

/** Takes one course after the other from those that wait, by single steps. */
function coursesOf(db: Db, till: Till, waiting: number[], someBooking: () => Promise<Booking>) {
  return async function* work(): AsyncGenerator<void> {
    for (let seed = waiting.pop(); seed !== undefined; seed = waiting.pop()) {
      const course = new MoneyCourse(db, till, await someBooking(), seed);
      try {
        yield* course.run();
      } catch (error) {
        throw new Error(`SEED=${seed} replays it. After ${course.done.join(", ")}: ${error}`, { cause: error });
      }
    }
  };
}

test("2,000 random courses of money: every step balances, closed books are empty, what moved is what is posted", async () => {
  const { db } = imagined();
  const till = new ImaginedTill(db);
  const someBooking = async () => ({ id: newId(), ownerId: newId(), payerId: newId() });
  const work = coursesOf(db, till, seeds(COURSES), someBooking);
  const worker = async () => {
    for await (const _ of work());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  expect(await findLedgerViolations(db)).toEqual([]);
  expect(await findBalance(db, { account: "stripe_balance" })).toBe(till.totalCents());
  expect((await findBalances(db)).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
}, 600_000);

type World = { db: Db; cards: TestPayments };

async function tillOf({ db, cards: { deps, control } }: World, payerId: string): Promise<CardTill> {
  const { payments } = deps;
  const ownerId = await createUser(db);
  const asked = { personId: ownerId, email: "olive@nexby.example", firstName: "Olive", lastName: "Own" };
  const { id: accountId } = await payments.createAccount({ key: newId(), ...asked });
  await control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
  const till = new CardTill({ db, payments, control, accountId });
  // Something to lend: an owner may be paid from what has settled while a bank keeps what the renter paid.
  await till.payDeposit({ id: newId(), payerId, ownerId }, { heldCents: 90_000_000, capturedCents: 90_000_000 });
  return till;
}

/** Steps of several courses in turn, until nothing waits. Answers how much money moved. */
async function runWorld(world: World, waiting: number[]): Promise<number> {
  const { db, cards } = world;
  const payerId = await createUser(db);
  const till = await tillOf(world, payerId);
  const someBooking = async () => ({ id: newId(), ownerId: await createUser(db), payerId });
  let running = Array.from({ length: AT_ONCE }, coursesOf(db, till, waiting, someBooking));
  while (running.length > 0) {
    const still: typeof running = [];
    for (const course of running) if (!(await course.next()).done) still.push(course);
    running = still;
  }

  await advanceClock(db, HOUR);
  const report = await reconcile({ db, payments: cards.deps.payments });
  expect(report.differences).toEqual([]);
  expect(report.balance).toMatchObject({ providerCents: report.balance?.ledgerCents, onItsWayCents: 0 });
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from reconciled_movements`);
  expect(Number(rows[0]?.count)).toBe(report.movementCount);
  return report.movementCount;
}

test("the product's own courses at the card sandbox, interleaved: after each step its balance is the ledger's, and they reconcile", async () => {
  const waiting = seeds(CARD_COURSES);
  const count = waiting.length;
  const outcomes = await Promise.allSettled(
    worlds.map(({ database, cards }) => runWorld({ db: database().db, cards: cards() }, waiting)),
  );
  const failures = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
  expect(failures).toEqual([]);
  const moved = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(moved.reduce((sum, movements) => sum + movements, 0)).toBeGreaterThan(count * 3);
}, 7_200_000);
