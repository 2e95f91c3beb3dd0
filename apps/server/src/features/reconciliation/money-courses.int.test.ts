import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { advanceClock } from "../../platform/clock/clock.ts";
import { newId } from "../../platform/ids/new-id.ts";
import { createUser } from "../../testing/factories.ts";
import { useTestDatabase } from "../../testing/test-database.ts";
import { useTestPayments } from "../../testing/test-payments.ts";
import { findBalance, findBalances, findLedgerViolations } from "../ledger/public.ts";
import { CardTill } from "./card-till.fixture.ts";
import { ImaginedTill } from "./imagined-till.fixture.ts";
import { type Booking, MoneyCourse, type Till } from "./money-course.fixture.ts";
import { reconcile } from "./public.ts";

const imagined = useTestDatabase();
const real = useTestDatabase();
const cards = useTestPayments(real);

const FIRST_SEED = 20_260_301;
const COURSES = 2_000;
/** Each asks the card sandbox a hundred times; with LONG=1 all of them do. */
const CARD_COURSES = process.env.LONG ? COURSES : 15;
const AT_ONCE = 12;
const HOUR = 3_600_000;

/** All seeds, or the one to be replayed. */
const seeds = (count: number) =>
  process.env.SEED ? [Number(process.env.SEED)] : Array.from({ length: count }, (_, index) => FIRST_SEED + index);

type Db = ReturnType<typeof imagined>["db"];

function coursesOf(db: Db, till: Till, count: number, someBooking: () => Promise<Booking>) {
  const waiting = seeds(count);
  /** Takes one course after the other, by single steps. */
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
  const work = coursesOf(db, till, COURSES, async () => ({ id: newId(), ownerId: newId(), payerId: newId() }));
  const worker = async () => {
    for await (const _ of work());
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));

  expect(await findLedgerViolations(db)).toEqual([]);
  expect(await findBalance(db, { account: "stripe_balance" })).toBe(till.totalCents());
  expect((await findBalances(db)).reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(0);
}, 600_000);

test("the product's own courses at the card sandbox, interleaved: after each step its balance is the ledger's, and they reconcile", async () => {
  const { db } = real();
  const { deps, control } = cards();
  const { payments } = deps;
  const [payerId, ownerId] = [await createUser(db), await createUser(db)];
  const asked = { personId: ownerId, email: "olive@nexby.example", firstName: "Olive", lastName: "Own" };
  const { id: accountId } = await payments.createAccount({ key: newId(), ...asked });
  await control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
  const till = new CardTill({ db, payments, control, accountId });
  // Something to lend: an owner may be paid from what has settled while a bank keeps what the renter paid.
  await till.payDeposit({ id: newId(), payerId, ownerId }, { heldCents: 90_000_000, capturedCents: 90_000_000 });

  const work = coursesOf(db, till, CARD_COURSES, async () => ({ id: newId(), ownerId: await createUser(db), payerId }));
  let running = Array.from({ length: AT_ONCE }, work);
  while (running.length > 0) {
    const still: typeof running = [];
    for (const course of running) if (!(await course.next()).done) still.push(course);
    running = still;
  }

  await advanceClock(db, HOUR);
  const report = await reconcile({ db, payments });
  expect(report.differences).toEqual([]);
  expect(report.movementCount).toBeGreaterThan(seeds(CARD_COURSES).length * 3);
  expect(report.balance).toMatchObject({ providerCents: report.balance?.ledgerCents, onItsWayCents: 0 });
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) from reconciled_movements`);
  expect(Number(rows[0]?.count)).toBe(report.movementCount);
}, 3_600_000);
