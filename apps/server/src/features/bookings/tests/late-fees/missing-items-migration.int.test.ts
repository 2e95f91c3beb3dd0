import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  approveBooking,
  confirmTime,
  markReturned,
  markUnitAvailable,
  resolveDamageClaim,
} from "@nexby/contract/bookings/booking-commands";
import { quoteItem } from "@nexby/contract/bookings/quotes";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { projectRoot } from "../../../../platform/config.ts";
import { call } from "../../../../testing/call.ts";
import { useRentals } from "../rentals.fixture.ts";

const rentals = useRentals();
const { here, as, item, origin, database, passHours, reach, run, settle, joinAsRenter } = rentals;

const MIGRATION = join(projectRoot, "apps/server/migrations/0026_missing_items.sql");
const BREAKPOINT = "--> statement-breakpoint";

/** Overdue holds as the former version kept them: for a day at a time, renewed by a job while the item was late. */
async function asFormerVersion(): Promise<void> {
  const { owner } = database();
  await owner.execute(sql`alter table inventory_holds drop constraint inventory_holds_have_length`);
  await owner.execute(sql`drop index inventory_holds_overdue`);
  await owner.execute(sql`
    update inventory_holds set end_time = start_time + ceil(extract(epoch from app_now() - start_time) / 86400) * interval '1 day'
    where kind = 'overdue' and end_time = 'infinity'`);
  await owner.execute(sql`
    alter table inventory_holds add constraint inventory_holds_have_length
    check (end_time > start_time and isfinite(start_time) and isfinite(end_time))`);
}

async function migrate(): Promise<void> {
  for (const statement of readFileSync(MIGRATION, "utf8").split(BREAKPOINT))
    await database().owner.execute(sql.raw(statement));
}

type Dates = { inDays: number; days: number };

async function booked(itemId: string, dates: Dates) {
  const renter = await joinAsRenter();
  const { id } = await rentals.pay(
    await rentals.checkout(await rentals.request(itemId, dates), renter),
    "pm_card_visa",
    renter,
  );
  await as(here().owner, approveBooking, id, {});
  await as(here().owner, confirmTime, id, {});
  return { ...(await settle(id, renter)), renter };
}

/** Picked up, of an item with one unit. */
async function rented(dates: Dates) {
  const itemId = await item({ quantityTotal: 1 });
  const rental = await booked(itemId, dates);
  await rentals.pickUp(rental.id, rental.renter);
  return { itemId, ...rental };
}

const isBookable = async (itemId: string) => {
  const { startDate, endDate } = await rentals.request(itemId, { inDays: 30, days: 2 });
  return (await call(origin(), quoteItem, { params: { itemId }, body: { startDate, endDate } })).body.isBookable;
};

const holdEndsOf = async (bookingId: string) => {
  const { rows } = await database().owner.execute<{ end: string }>(sql`
    select end_time::text as end from inventory_holds where booking_id = ${bookingId} and kind = 'overdue'`);
  return rows.map(({ end }) => end);
};

test("[LATE-01] [AVAIL-01] items that were out when the former version stopped stay taken until they are back", async () => {
  const { money } = here();
  const lapsed = await rented({ inDays: 1, days: 1 });
  const next = await booked(lapsed.itemId, { inDays: 2, days: 1 });
  const running = await rented({ inDays: 1, days: 2 });
  const back = await rented({ inDays: 1, days: 1 });
  await reach(lapsed.endAt, 3);
  await as(back.renter, markReturned, back.id, {});
  await run();
  await reach(running.endAt, 3);
  await asFormerVersion();
  // No worker runs, so that the hold of the first rental, which was renewed an hour before, lapses.
  const before = { back: await holdEndsOf(back.id) };
  await money.passMinutes(30 * 60);

  await migrate();
  expect(await holdEndsOf(lapsed.id)).toEqual(["infinity"]);
  expect(await holdEndsOf(running.id)).toEqual(["infinity"]);
  expect(await holdEndsOf(back.id)).toEqual(before.back);
  expect(await isBookable(lapsed.itemId)).toBe(false);
  expect(await isBookable(running.itemId)).toBe(false);
  expect(await isBookable(back.itemId)).toBe(true);

  await run();
  expect(await settle(next.id, next.renter)).toMatchObject({
    status: "canceled",
    cancellation: { by: "system", reason: "late_item", refundCents: next.totalCents },
  });
  for (const { id, itemId, renter, endAt } of [lapsed, running]) {
    const daysLate = Math.ceil((await hoursSince(endAt)) / 24);
    await as(renter, markReturned, id, {});
    expect(await isBookable(itemId)).toBe(true);
    expect((await settle(id, renter)).lateFee).toMatchObject({ daysLate });
  }
});

test("[LATE-01] [AVAIL-01] an item that the former version counted as lost stays taken until its owner says otherwise", async () => {
  const { owner } = here();
  const lost = await rented({ inDays: 1, days: 1 });
  await reach(lost.endAt, 24 * 7 + 1);
  expect(await settle(lost.id, owner)).toMatchObject({ status: "damaged_admin_review", rentalStatus: "lost" });
  await asFormerVersion();
  await here().money.passMinutes(2 * 24 * 60);
  await migrate();
  await run();
  expect(await isBookable(lost.itemId)).toBe(false);
  await as(await rentals.admin(), resolveDamageClaim, lost.id, { damageCents: 0, notes: "Nothing to collect" });
  await passHours(72);
  expect(await settle(lost.id, owner)).toMatchObject({ status: "closed" });
  expect(await isBookable(lost.itemId)).toBe(false);
  await as(owner, markUnitAvailable, lost.id, {});
  expect(await isBookable(lost.itemId)).toBe(true);
});

async function hoursSince(instant: string): Promise<number> {
  const { rows } = await database().db.execute<{ hours: number }>(
    sql`select extract(epoch from app_now() - ${instant}::timestamptz)::float / 3600 as hours`,
  );
  return rows[0]?.hours ?? 0;
}
