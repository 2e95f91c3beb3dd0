import { SANDBOX_PUBLISHABLE_KEY } from "@nexby/card-sandbox";
import { addDays } from "@nexby/domain/kernel/calendar";
import { localDateOf } from "@nexby/domain/kernel/zones";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { bookings } from "../../../schema/bookings.ts";
import { damageClaims } from "../../../schema/damage.ts";
import { bookingExtensions } from "../../../schema/extensions.ts";
import { lateFees } from "../../../schema/late-fees.ts";
import type { Member } from "../../../testing/people/members.ts";
import { createPricedItem } from "../../checkout/tests/quotes.fixture.ts";
import { reconcile } from "../../reconciliation/reconcile.ts";
import { KilledMarketplace } from "./simulation/killed-marketplace.fixture.ts";
import { KINDS, type Kind, RetryingBooking } from "./simulation/retrying-booking.fixture.ts";

const AT_ONCE = 5;
const ZONE = "America/Chicago";
const MIX: readonly Kind[] = ["full", "claimed", "canceled", "declined", "unanswered", "unpaid", "late", "full"];

/** `npm run prove -- kills 500` runs that many at once. Otherwise each kind runs once, in groups. */
const amount = Number(process.env.PROVE_AMOUNT ?? 0);
const GROUPS: readonly (readonly [string, readonly Kind[]])[] =
  amount > 0
    ? [[`${amount} bookings`, Array.from({ length: amount }, (_, index) => MIX[index % MIX.length] ?? "full")]]
    : [
        ["an extended, a declined and an unanswered booking", ["full", "declined", "unanswered"]],
        ["a claimed, a late, a canceled and an unpaid booking", ["claimed", "late", "canceled", "unpaid"]],
      ];

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

async function runAll(market: KilledMarketplace, all: readonly RetryingBooking[], owner: Member): Promise<void> {
  const { db } = market.database;
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
  await market.waitForJobs();
  // Unanswered requests expire, then deposit holds are placed.
  await market.passHours(26);
  await market.waitForJobs();
  await market.passHours(36);
  await market.waitForJobs();
  await forEachConcurrently(all, (booking) => booking.markHandedOver());
  await market.waitForJobs();
  await forEachConcurrently(all, (booking) => booking.extend());
  await market.waitForJobs();
  await forEachConcurrently(all, async (booking) => {
    await booking.returnItem();
    await booking.decideClaim();
  });
  await market.waitForJobs();
  await market.passHours(49);
  await market.waitForJobs();
  await forEachConcurrently(all, (booking) => booking.returnLate());
  await market.waitForJobs();
  // A late fee can be contested for a day. Then it is charged, and everything is paid out.
  for (const hours of [25, 24]) {
    await market.passHours(hours);
    await market.waitForJobs();
  }
}

async function expectNothingLost({ database }: KilledMarketplace, all: readonly RetryingBooking[]): Promise<void> {
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
async function expectClaimsCollected({ database }: KilledMarketplace, all: readonly RetryingBooking[]): Promise<void> {
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
async function expectEvidenceOnce({ database }: KilledMarketplace, all: readonly RetryingBooking[]): Promise<void> {
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
async function expectNothingTwice({ database }: KilledMarketplace): Promise<void> {
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

test.each(GROUPS)(
  "%s while servers are killed: no payment is lost, nothing is charged twice, every booking settles",
  (name, kinds) =>
    KilledMarketplace.run(async (market) => {
      const { database, money, servers } = market;
      const [owner, admin] = [await market.joinAsOwner(), await market.join({ isAdmin: true })];
      const renters: Member[] = [];
      while (renters.length < kinds.length / 12) renters.push(await market.join());
      const environment = { servers, publishableKey: SANDBOX_PUBLISHABLE_KEY };
      const all = kinds.map((kind, index) => {
        const renter = renters[Math.floor(index / 12)] ?? owner;
        return new RetryingBooking(kind, environment, { renter, owner, admin });
      });
      const startedAt = performance.now();
      servers.beginKilling();
      await runAll(market, all, owner);
      await servers.endKilling();
      await market.waitForJobs();

      await expectNothingLost(market, all);
      await expectNothingTwice(market);
      await expectClaimsCollected(market, all);
      await expectEvidenceOnce(market, all);
      const { rows: failedJobs } = await database.db.execute(sql`
      select job_type, last_error from scheduled_jobs where status = 'failed'`);
      expect(failedJobs).toEqual([]);
      await money.expectBalanced();
      await market.passHours(1);
      expect((await reconcile({ db: database.db, payments: money.payments })).differences).toEqual([]);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      process.stdout.write(
        `${name}: ${servers.kills} kills, ${await market.lostLeases()} jobs interrupted, ${seconds} s\n`,
      );
      expect(servers.kills).toBeGreaterThan(0);
    }),
  7_200_000,
);
