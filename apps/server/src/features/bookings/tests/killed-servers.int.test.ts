import { SANDBOX_PUBLISHABLE_KEY } from "@nexby/card-sandbox";
import { signUp } from "@nexby/contract/accounts/accounts";
import { listMessages, sendMessage } from "@nexby/contract/messaging/conversations";
import { streamEvents } from "@nexby/contract/messaging/notifications";
import { addDays } from "@nexby/domain/kernel/calendar";
import { HOUR } from "@nexby/domain/kernel/duration";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../schema/accounts.ts";
import { bookings } from "../../../schema/bookings.ts";
import { damageClaims } from "../../../schema/damage.ts";
import { lateFees } from "../../../schema/late-fees.ts";
import { bookingExtensions } from "../../../schema/rentals.ts";
import { KilledServers } from "../../../testing/bookings/killed-servers.ts";
import { MoneyUnderTest, openPayoutAccount } from "../../../testing/bookings/payments-under-test.ts";
import { startTestPayments, type TestPayments } from "../../../testing/bookings/test-payments.ts";
import { call, type ReceivedEvent, readEventStream } from "../../../testing/call.ts";
import { COMPLETE_PROFILE, createConversation } from "../../../testing/factories.ts";
import { MEMBER_PASSWORD, type Member } from "../../../testing/people/members.ts";
import { until } from "../../../testing/server-process.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { createPricedItem } from "../../checkout/tests/quotes.fixture.ts";
import { reconcile } from "../../ledger/reconciliation/reconcile.ts";
import { KINDS, type Kind, RetryingBooking } from "./simulation/retrying-booking.fixture.ts";

/** `npm run prove -- kills 500` runs that many. Seven is one of each kind. */
const BOOKINGS = Number(process.env.PROVE_AMOUNT ?? 7);
const AT_ONCE = 5;
const RENTERS = Math.ceil(BOOKINGS / 12);
const ZONE = "America/Chicago";

let database: TestDatabase;
let payments: TestPayments;
let money: MoneyUnderTest;
let servers: KilledServers;

beforeAll(async () => {
  database = await createTestDatabase();
  payments = await startTestPayments(database);
  money = new MoneyUnderTest(database.db, payments);
  servers = await KilledServers.start(database);
}, 120_000);

afterAll(async () => {
  await servers?.close();
  await payments?.sandbox.close();
  await database?.close();
});

async function join(index: number, more: Partial<typeof users.$inferInsert> = {}): Promise<Member> {
  const { db } = database;
  const email = `member${index}@nexby.example`;
  const credentials = { password: MEMBER_PASSWORD, confirmPassword: MEMBER_PASSWORD, termsAccepted: true };
  await db.execute(sql`truncate throttles`);
  const person = { firstName: "Robin", lastName: "Vale", email, ...credentials };
  const { id, token } = await call(servers.origin(), signUp, { body: person }).then(({ body }) => ({
    id: body.user.id,
    token: body.token,
  }));
  const createdAt = new Date("2026-01-01T00:00:00Z");
  const known = { emailVerifiedAt: createdAt, phoneVerifiedAt: createdAt, createdAt, isApproved: true };
  const phoneNumber = `+1201555${1000 + index}`;
  await db
    .update(users)
    .set({ ...COMPLETE_PROFILE, ...known, phoneNumber, ...more })
    .where(eq(users.id, id));
  return { id, email, headers: { authorization: `Bearer ${token}` } };
}

async function createOwner(): Promise<Member> {
  const owner = await join(1);
  const accountId = await openPayoutAccount(money, owner.id);
  await payments.control(`accounts/${accountId}/onboarding`, { outcome: "complete" });
  return owner;
}

async function forEachConcurrently(
  all: readonly RetryingBooking[],
  action: (booking: RetryingBooking, index: number) => Promise<void>,
) {
  const waiting = all.map((booking, index) => ({ booking, index }));
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await action(next.booking, next.index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const countOf = async (query: ReturnType<typeof sql>) => {
  const { rows } = await database.owner.execute<{ count: number }>(query);
  return rows[0]?.count ?? 0;
};

/** Waits until no job is due, for as long as jobs keep finishing. */
async function waitForJobs(): Promise<void> {
  for (let left = await jobsLeft(); left > 0; ) {
    const before = left;
    await until(async () => {
      left = await jobsLeft();
      return left === 0 || left !== before;
    });
  }
}

const jobsLeft = () =>
  countOf(sql`
    select count(*)::int from scheduled_jobs where entity_type <> 'system'
      and (status = 'running' or (status = 'pending' and scheduled_at <= app_now()))`);

const lostLeases = () => countOf(sql`select sum(lease_losses)::int as count from scheduled_jobs`);

const passHours = (hours: number) => advanceClock(database.db, hours * HOUR);

const kindOf = (index: number): Kind => {
  const kinds: Kind[] = ["full", "claimed", "canceled", "declined", "unanswered", "unpaid", "late", "full"];
  return kinds[index % kinds.length] ?? "full";
};

async function runAll(all: readonly RetryingBooking[], owner: Member): Promise<void> {
  const { db } = database;
  const terms = {
    ownerId: owner.id,
    timezone: ZONE,
    dailyRateCents: 2_500,
    quantityTotal: 1_000,
    replacementValueCents: 9_000,
  };
  const kinds = [{ depositAmountCents: 5_000 }, { depositAmountCents: 3_000, cancellationPolicy: "strict" }] as const;
  // Uses an item per booking, because a new checkout of the same item replaces the renter's unpaid one.
  const items = await Promise.all(all.map((_, index) => createPricedItem(db, { ...terms, ...kinds[index % 2] })));
  const startDate = addDays(localDateOf(await readClock(db), ZONE), 3);
  await forEachConcurrently(all, async (booking, index) => {
    const endDate = addDays(startDate, booking.kind === "late" ? 0 : 1 + (index % 12));
    await booking.begin({ itemId: items[index] ?? "", startDate, endDate });
  });
  await waitForJobs();
  // Unanswered requests expire, then deposit holds are placed.
  await passHours(26);
  await waitForJobs();
  await passHours(36);
  await waitForJobs();
  await forEachConcurrently(all, (booking) => booking.markHandedOver());
  await waitForJobs();
  await forEachConcurrently(all, (booking) => booking.extend());
  await waitForJobs();
  await forEachConcurrently(all, (booking) => booking.returnItem());
  await waitForJobs();
  await passHours(49);
  await waitForJobs();
  await forEachConcurrently(all, (booking) => booking.returnLate());
  await waitForJobs();
  // A late fee can be contested for a day. Then it is charged, and everything is paid out.
  for (const hours of [25, 24]) {
    await passHours(hours);
    await waitForJobs();
  }
}

async function expectNothingLost(all: readonly RetryingBooking[]): Promise<void> {
  const rows = new Map((await database.db.select().from(bookings)).map((row) => [row.id, row]));
  for (const { bookingId, kind, isPaid } of all) {
    const row = rows.get(bookingId);
    expect({ kind, status: row?.status }).toEqual({ kind, status: KINDS[kind] });
    expect({ kind, isSettled: row?.settledAt !== null }).toEqual({ kind, isSettled: true });
    expect({ kind, isPaid }).toEqual({ kind, isPaid: kind !== "unpaid" });
    expect({ kind, hasLateFee: (row?.lateFeeCents ?? 0) > 0 }).toEqual({ kind, hasLateFee: kind === "late" });
  }
  expect(rows.size).toBe(all.length);
  const extensions = await database.db.select().from(bookingExtensions);
  for (const { bookingId, kind } of all) {
    const own = extensions.filter((extension) => extension.bookingId === bookingId);
    expect({ kind, extensions: own.map(({ status }) => status) }).toEqual({
      kind,
      extensions: kind === "full" ? ["approved"] : [],
    });
  }
  const fees = await database.db.select().from(lateFees);
  expect(
    fees.map(({ status, chargedCents, cappedFeeCents }) => ({ status, isPaid: chargedCents === cappedFeeCents })),
  ).toEqual(all.filter(({ kind }) => kind === "late").map(() => ({ status: "charged", isPaid: true })));
}

/** Deposit and card have paid each claim once, to the cent. */
async function expectClaimsCollected(all: readonly RetryingBooking[]): Promise<void> {
  const claims = await database.db.select().from(damageClaims);
  expect(
    claims.map(({ status, collectedCents, cardCents }) => ({ status, collectedCents, isByCard: cardCents > 0 })),
  ).toEqual(
    all
      .filter(({ kind }) => kind === "claimed")
      .map(() => ({ status: "charged", collectedCents: 7_500, isByCard: true })),
  );
}

/** Every photo and report that was sent is stored once and is part of its booking's evidence chain. */
async function expectEvidenceOnce(all: readonly RetryingBooking[]): Promise<void> {
  const { rows } = await database.db.execute<{ id: string; photos: number; reports: number; links: number }>(sql`
    select id,
      (select count(*)::int from evidence_photos where booking_id = bookings.id) as photos,
      (select count(*)::int from booking_condition_reports where booking_id = bookings.id) as reports,
      (select count(*)::int from evidence_links where booking_id = bookings.id) as links
    from bookings`);
  const sent: Partial<Record<Kind, number>> = { full: 1, claimed: 2, late: 1 };
  const claims = (kind: Kind) => (kind === "claimed" ? 1 : 0);
  for (const { bookingId, kind } of all) {
    const count = sent[kind] ?? 0;
    const stored = rows.find(({ id }) => id === bookingId);
    expect({ kind, ...stored }).toEqual({
      kind,
      id: bookingId,
      photos: count,
      reports: count,
      links: 2 * count + claims(kind),
    });
  }
}

/** The provider has at most one charge per booking and kind, and no unknown payment. */
async function expectNothingTwice(): Promise<void> {
  const { rows } = await database.owner.execute<{ wrong: string }>(sql`
    with intents as (
      select d.id, d.body->>'status' as status, p.booking_id, p.kind
      from card_sandbox.documents d left join payments p on p.id::text = d.body->'metadata'->>'payment'
      where d.kind = 'payment_intent'
    )
    select format('%s is nobody''s', id) as wrong from intents where booking_id is null
    union all
    select format('%s %s of %s were charged', count(*), kind, booking_id) from intents
    where status = 'succeeded' group by booking_id, kind having count(*) > 1
    union all
    select format('%s is left held', id) from intents where status = 'requires_capture'`);
  expect(rows).toEqual([]);
}

const isMessage = ({ type }: ReceivedEvent) => type === "message_created";

test("[MSG-01] after the connected server is killed and a break of 10 minutes no message is missing or doubled", async () => {
  const [renter, owner] = [await join(901), await join(902)];
  const conversationId = await createConversation(database.db, { renterId: renter.id, ownerId: owner.id });
  const send = (index: number, messageId: string, content: string) =>
    call(servers.origins()[index] ?? "", sendMessage, {
      params: { conversationId, messageId },
      body: { content },
      headers: renter.headers,
    });
  const listen = (index: number, lastEventId = "") =>
    readEventStream(`${servers.origins()[index]}${streamEvents.path}`, {
      ...owner.headers,
      ...(lastEventId && { "last-event-id": lastEventId }),
    });

  const before = await listen(0);
  await before.until((events) => events.length > 0);
  await send(1, newId(), "2");
  await before.until((events) => events.some(isMessage));
  const restart = await servers.kill(0);
  const texts = Array.from({ length: 10 }, (_, index) => String(index + 3));
  for (const text of texts) {
    const id = newId();
    // The sender got no answer and sends it again.
    for (const _ of [1, 2]) await send(1, id, text);
  }
  await passHours(10 / 60);
  await restart();
  const after = await listen(0, before.lastId());
  await after.until((events) => events.filter(isMessage).length === texts.length);
  before.close();
  after.close();
  expect(after.events.filter(isMessage).map(({ data }) => String((data as { sequence: number }).sequence))).toEqual(
    texts,
  );
  const { body } = await call(servers.origins()[0] ?? "", listMessages, {
    params: { conversationId },
    query: { after: "2" },
    headers: owner.headers,
  });
  expect(body.map(({ content }) => content)).toEqual(texts);
}, 120_000);

test(`${BOOKINGS} bookings while servers are killed: no payment is lost, nothing is charged twice, every booking settles`, async () => {
  const [owner, admin] = [await createOwner(), await join(2, { isAdmin: true })];
  const renters: Member[] = [];
  for (let count = 0; count < RENTERS; count += 1) renters.push(await join(3 + count));
  const environment = { servers, publishableKey: SANDBOX_PUBLISHABLE_KEY };
  const all = Array.from({ length: BOOKINGS }, (_, index) => {
    const renter = renters[Math.floor(index / 12)] ?? owner;
    return new RetryingBooking(kindOf(index), environment, { renter, owner, admin });
  });
  const startedAt = performance.now();
  servers.beginKilling();
  await runAll(all, owner);
  await servers.endKilling();
  await waitForJobs();

  await expectNothingLost(all);
  await expectNothingTwice();
  await expectClaimsCollected(all);
  await expectEvidenceOnce(all);
  const { rows: failedJobs } = await database.db.execute(sql`
    select job_type, last_error from scheduled_jobs where status = 'failed'`);
  expect(failedJobs).toEqual([]);
  await money.expectBalanced();
  await passHours(1);
  expect((await reconcile({ db: database.db, payments: money.payments })).differences).toEqual([]);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stdout.write(
    `${BOOKINGS} bookings, ${servers.kills} kills, ${await lostLeases()} jobs interrupted, ${seconds} s\n`,
  );
  expect(servers.kills).toBeGreaterThan(0);
}, 7_200_000);
