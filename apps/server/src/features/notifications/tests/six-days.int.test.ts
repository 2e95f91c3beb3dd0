import {
  approveBooking,
  confirmTime,
  contestNoShow,
  markReturned,
  proposeTime,
  reportNoShow,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { countUnreadNotifications, type NotificationKind } from "@nexby/contract/messaging/notifications";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { call } from "../../../testing/call.ts";
import type { Member } from "../../../testing/people/members.ts";
import { useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { outdatePassedNotifications } from "../commands/outdate.ts";
import { type Facts, TRUE_WHEN } from "./truths.fixture.ts";

const { as, item, request, checkout, pay, pickUp, run, passHours, joinAsOwner, database, origin, here, claim } =
  useRentals();
const db = () => database().db;

type Unread = { kind: NotificationKind; data: Record<string, never>; facts: Facts | null };

/** Everyone's unread entries, each with its booking as the tables have it now. */
async function unreadEntries(userIds: readonly string[]): Promise<Unread[]> {
  const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
  const { rows } = await db().execute<Unread>(sql`
    select n.kind, n.data, case when b.id is null then null else json_build_object(
      'status', b.status, 'rentalStatus', b.rental_status, 'approvalStatus', b.approval_status,
      'paymentStatus', b.payment_status, 'depositStatus', b.deposit_status, 'payoutStatus', b.payout_status,
      'endAt', ${iso("b.end_at")},
      'pickupAt', ${iso("coalesce(b.scheduled_pickup_at, b.start_at)")},
      'returnAt', ${iso("coalesce(b.scheduled_return_at, b.end_at)")},
      'isMarkedByOwner', b.owner_handed_over_at is not null, 'isHandoffDisputed', b.handover_objected_at is not null,
      'isEndangered', b.endangered_at is not null, 'isLapsed', b.deposit_lapsed_at is not null,
      'isNoShowReported', b.no_show_reported_at is not null, 'isNoShowContested', b.no_show_contested_at is not null,
      'feeStatus', f.status, 'owedCents', f.capped_fee_cents - f.waived_cents, 'claimStatus', c.status,
      'isExtensionRequested', exists (select 1 from booking_extensions x
        where x.booking_id = b.id and x.status = 'requested'),
      'proposals', array(select p.kind || ' ' || ${iso("p.proposed_date_time")} from pickup_schedules p
        where p.booking_id = b.id and p.status = 'proposed'),
      'reviewers', array(select r.by_role from reviews r where r.booking_id = b.id),
      'now', ${iso("app_now()")}) end as facts
    from notifications n
    left join bookings b on b.id::text = n.data->>'bookingId'
    left join late_fees f on f.booking_id = b.id
    left join damage_claims c on c.booking_id = b.id
    where not n.is_read and n.user_id = any(${sql.param(userIds)}::uuid[])`);
  return rows;
}

async function expectTruth(userIds: readonly string[]): Promise<void> {
  await outdatePassedNotifications(db());
  const untrue = (await unreadEntries(userIds)).filter(
    ({ kind, data, facts }) => facts !== null && !TRUE_WHEN[kind](facts, data),
  );
  expect(untrue).toEqual([]);
}

test("[DATA-11] four bookings over six days leave at most 20 unread entries, and all of them are true", async () => {
  const [me, other] = [await joinAsOwner(), await joinAsOwner()];
  const people = [me.id, other.id];
  const check = () => expectTruth(people);
  const unreadOf = async ({ headers }: Member) =>
    (await call(origin(), countUnreadNotifications, { headers })).body.count;
  const bookingOf = async (owner: Member, renter: Member, inDays: number) => {
    const itemId = await item({ ownerId: owner.id, depositAmountCents: 6_000 });
    const body = await request(itemId, { inDays, days: 1 });
    const { id } = await pay(await checkout(body, renter), "pm_card_visa", renter);
    await check();
    return { id, owner, renter };
  };
  const all = [
    await bookingOf(me, other, 1),
    await bookingOf(me, other, 3),
    await bookingOf(other, me, 2),
    await bookingOf(other, me, 4),
  ] as const;
  const [lent, missed, late, damaged] = all;
  for (const { id, owner } of all) {
    await as(owner, approveBooking, id, {});
    await check();
    await as(owner, confirmTime, id, {});
    await run();
    await check();
  }
  const { startDate } = await as(me, getBooking, lent.id);
  const { plannedTimes } = await as(me, proposeTime, lent.id, { kind: "pickup", date: startDate, time: "12:00" });
  await check();
  const proposalId = plannedTimes.find(({ kind }) => kind === "pickup")?.proposal?.id;
  await as(other, confirmTime, lent.id, { kind: "pickup", proposalId });
  await check();

  type Moment = { of: (typeof all)[number]; at: "startAt" | "endAt"; hours: number; act: () => Promise<unknown> };
  const returned = (booking: (typeof all)[number]) => as(booking.renter, markReturned, booking.id, {});
  const moments: Moment[] = [
    { of: lent, at: "startAt", hours: 4, act: () => pickUpFrom(lent) },
    { of: late, at: "startAt", hours: 1, act: () => pickUpFrom(late) },
    { of: lent, at: "endAt", hours: -1, act: () => returned(lent) },
    { of: late, at: "endAt", hours: 26, act: () => returned(late) },
    { of: damaged, at: "startAt", hours: 1, act: () => pickUpFrom(damaged) },
    { of: missed, at: "startAt", hours: 3, act: () => as(missed.owner, reportNoShow, missed.id, {}) },
    {
      of: missed,
      at: "startAt",
      hours: 5,
      act: () => as(missed.renter, contestNoShow, missed.id, { reason: "I waited at the door" }),
    },
    { of: damaged, at: "endAt", hours: -1, act: () => returned(damaged) },
    { of: damaged, at: "endAt", hours: 3, act: () => claimFor(damaged) },
  ];
  const pickUpFrom = async ({ id, owner, renter }: (typeof all)[number]) => {
    const before = here().owner;
    here().owner = owner;
    await pickUp(id, renter);
    here().owner = before;
  };
  const claimFor = async ({ id, owner }: (typeof all)[number]) => {
    const before = here().owner;
    here().owner = owner;
    await claim(id, 2_000);
    here().owner = before;
  };

  const start = await nowOf();
  const planned = await Promise.all(
    moments.map(async ({ of, at, hours, act }) => {
      const booking = await as(of.renter, getBooking, of.id);
      return { at: Date.parse(booking[at]) + hours * 3_600_000, act };
    }),
  );
  const most: number[] = [];
  for (let hour = 1; hour <= 6 * 24; hour += 1) {
    await passHours(1);
    await check();
    const now = await nowOf();
    for (const moment of planned.filter(({ at }) => at <= now && at > now - 3_600_000)) {
      await moment.act();
      await run();
      await check();
    }
    most.push(Math.max(await unreadOf(me), await unreadOf(other)));
  }
  expect((await nowOf()) - start).toBeGreaterThanOrEqual(6 * 24 * 3_600_000);
  const statuses = await Promise.all(all.map(async ({ id, renter }) => (await as(renter, getBooking, id)).status));
  expect(statuses).toEqual(["closed", "scheduled", "closed", "damaged_admin_review"]);
  expect(Math.max(...most)).toBeLessThanOrEqual(20);
});

async function nowOf(): Promise<number> {
  const { rows } = await db().execute<{ now: string }>(sql`select app_now() as now`);
  return new Date(rows[0]?.now ?? "").getTime();
}
