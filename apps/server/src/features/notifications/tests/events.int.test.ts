import {
  approveBooking,
  cancelBooking,
  confirmTime,
  declineBooking,
  enterHandoffCode,
  markReturned,
  proposeTime,
  showHandoffCode,
} from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import type { NotificationKind } from "@nexby/contract/messaging/notifications";
import { addDays } from "@nexby/domain/kernel/calendar";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "../../../platform/db/db.ts";
import { newId } from "../../../platform/ids.ts";
import type { Job, JobHandler } from "../../../platform/jobs/job.ts";
import { DELIVER_MESSAGE, deliverMessage } from "../../../platform/outbox.ts";
import { pushSubscriptions } from "../../../schema/messaging.ts";
import type { Member } from "../../../testing/people/members.ts";
import { digitsShown, useRentals } from "../../bookings/tests/rentals.fixture.ts";
import { notifyOfUnread } from "../../messaging/messaging.jobs.ts";
import { SEND_NOTIFICATIONS } from "../commands/plan-deliveries.ts";
import { sendNotifications } from "../commands/send-notifications.ts";
import { savePreferences } from "../preferences.ts";
import { channelsFor, type Switch } from "./events.fixture.ts";

const rentals = useRentals();
const { here, as, item, origin, database, reach, run, request, checkout, pay, passHours } = rentals;
const db = () => database().db;

/** Keys of all messages that left the product. */
const sent: string[] = [];

class Killed extends Error {}

/** Every job runs to its end, but its process dies before that is recorded, and another runs it again. */
const interrupted = (handler: JobHandler): JobHandler => {
  if ("run" in handler) {
    const run: typeof handler.run = async (job, signal) => {
      await handler.run(job, signal);
      await handler.run(job, signal);
    };
    return { ...handler, run };
  }
  const inTransaction = async (tx: Db, job: Job) => {
    const killed = tx.transaction(async (savepoint) => {
      await handler.inTransaction(savepoint, job);
      throw new Killed();
    });
    await expect(killed).rejects.toThrow(Killed);
    await handler.inTransaction(tx, job);
  };
  return { ...handler, inTransaction };
};

beforeAll(() => {
  const { money } = here();
  const send = async ({ key }: { key: string }) => void sent.push(key);
  money.runs = interrupted;
  money.otherJobs[SEND_NOTIFICATIONS] = sendNotifications(origin());
  money.otherJobs[DELIVER_MESSAGE] = deliverMessage({
    db: db(),
    mail: { send },
    sms: { send },
    push: (_, message) => send(message),
    unsubscribeLink: () => "https://nexby.example/unsubscribe",
  });
});

/** Makes someone reachable on every channel, except for what they have turned off. */
async function reachable(member: Member, off: readonly Switch[]): Promise<Member> {
  await db().execute(sql`
    update users set notify_email = ${!off.includes("notifyEmail")}, notify_sms = ${!off.includes("notifySms")}
    where id = ${member.id}`);
  for (const one of off.filter((name) => !name.startsWith("notify"))) {
    await savePreferences(db(), member.id, { [one]: false });
  }
  const endpoint = `https://push.example/${member.id}`;
  const device = { id: newId(), userId: member.id, endpoint, p256dh: "", auth: "", device: "Phone" };
  await db().insert(pushSubscriptions).values(device);
  return member;
}

/** What a person was told, and what was sent on which channels. */
async function toldTo({ id }: Member): Promise<{ kind: NotificationKind; channels: string[] }[]> {
  const { rows } = await db().execute<{ kind: NotificationKind; channels: string[] }>(sql`
    select kind, array_remove(array_agg(channel || case log.state when 'handed_over' then '' else ' ' || log.state end
      order by channel) filter (where log.state <> 'skipped'), null) as channels
    from notifications left join notifications_log as log on log.notification_id = notifications.id
    where notifications.user_id = ${id} and kind not in ('welcome', 'payout_account_ready')
    group by notifications.id, kind order by kind`);
  return rows.map(({ kind, channels }) => ({ kind, channels: channels ?? [] }));
}

const timesOf = (told: readonly { kind: NotificationKind }[]) => {
  const times: Partial<Record<NotificationKind, number>> = {};
  for (const { kind } of told) times[kind] = (times[kind] ?? 0) + 1;
  return times;
};

/** Each switch is off once. Two of one person never concern the same channel. */
const TURNED_OFF: { owner: Switch[]; renter: Switch[] }[] = [
  { owner: [], renter: [] },
  { owner: ["sms", "messaging"], renter: ["email", "notifySms"] },
  { owner: ["push", "notifyEmail"], renter: ["booking"] },
];

/** How often each person is told of what happens to four requests: one becomes a rental that ends late. */
const TOLD = {
  owner: {
    request_received: 4,
    message_received: 1,
    request_reminder: 2,
    handoff_scheduled: 2,
    time_confirmed: 1,
    pickup_reminder: 2,
    pickup_soon: 1,
    handed_over: 1,
    return_reminder: 1,
    return_soon: 1,
    return_overdue: 2,
    late_fee_accrued: 1,
    returned: 1,
    late_fee_calculated: 1,
    inspection_reminder: 1,
    late_fee_settled: 1,
    rental_completed: 1,
    payout_sent: 1,
    review_prompt: 2,
  },
  renter: {
    request_declined: 1,
    request_expired: 1,
    booking_approved: 2,
    rental_charged: 2,
    handoff_scheduled: 2,
    time_proposed: 1,
    deposit_reminder: 1,
    booking_canceled: 1,
    refund_sent: 1,
    pickup_reminder: 2,
    pickup_soon: 1,
    return_reminder: 1,
    return_soon: 1,
    return_overdue: 2,
    late_fee_accrued: 1,
    late_fee_calculated: 1,
    late_fee_settled: 1,
    rental_completed: 1,
    review_prompt: 2,
  },
};

test("[NOTE-02] [PREF-01] every act of a rental tells the right people once on the channels they want, even if every job is interrupted", async () => {
  const day = await rentals.today();
  const bookings = [];
  for (const off of TURNED_OFF) {
    const owner = await reachable(await rentals.joinAsOwner(), off.owner);
    const renter = await reachable(await rentals.joinAsRenter(), off.renter);
    const requested = async (inDays: number, message?: string) => {
      const itemId = await item({ ownerId: owner.id, depositAmountCents: 6_000 });
      const startDate = addDays(day, inDays);
      const body = await request(itemId, { startDate, endDate: addDays(startDate, 1), ...(message && { message }) });
      return (await pay(await checkout(body, renter), "pm_card_visa", renter)).id;
    };
    const rental = await requested(3, "For a birthday");
    const [declined, expired, canceled] = [await requested(4), await requested(9), await requested(3)];
    await as(owner, declineBooking, declined, { reason: "Not that week" });
    for (const id of [rental, canceled]) {
      await as(owner, approveBooking, id, {});
      await as(owner, confirmTime, id, {});
    }
    bookings.push({ off, owner, renter, rental, expired, canceled });
  }
  await run();
  for (const { owner, renter, rental } of bookings) {
    const { startDate } = await as(owner, getBooking, rental);
    const { plannedTimes } = await as(owner, proposeTime, rental, { kind: "pickup", date: startDate, time: "12:00" });
    const proposalId = plannedTimes.find(({ kind }) => kind === "pickup")?.proposal?.id;
    await as(renter, confirmTime, rental, { kind: "pickup", proposalId });
  }
  const [first] = bookings;
  if (!first) throw new Error("There is a pair without anything off");
  const deadline = (await as(first.owner, getBooking, first.expired)).nextStep?.until ?? "";
  // Later requests expire some moments later.
  for (const hours of [-5.5, -0.5, 0.5]) await reach(deadline, hours);
  await notifyOfUnread(db(), origin());

  for (const { canceled } of bookings) await rentals.loseCard(canceled);
  const { startAt, endAt, pickupAt } = await as(first.owner, getBooking, first.rental);
  await reach(startAt, -24);
  await reach(pickupAt ?? "", -23.9);
  for (const { canceled, owner } of bookings) {
    const { totalCents } = await as(owner, getBooking, canceled);
    await as(owner, cancelBooking, canceled, { refundCents: totalCents, reason: "It broke" });
  }
  await reach(pickupAt ?? "", -2);
  for (const { renter, owner, rental } of bookings) {
    const { key } = await as(owner, showHandoffCode, rental);
    await as(renter, enterHandoffCode, rental, { kind: "pickup", code: digitsShown(key) });
  }
  for (const hours of [-24, -2, 2.1, 4.1, 27]) await reach(endAt, hours);
  for (const { renter, rental } of bookings) await as(renter, markReturned, rental, {});
  await run();
  for (const hours of [37, 49, 60, 130]) await reach(endAt, 27 + hours);
  await passHours(24 * 7);

  for (const { off, owner, renter } of bookings) {
    const told = { owner: await toldTo(owner), renter: await toldTo(renter) };
    expect({ owner: timesOf(told.owner), renter: timesOf(told.renter) }).toEqual(TOLD);
    for (const side of ["owner", "renter"] as const) {
      const wanted = told[side].map(({ kind }) => ({ kind, channels: channelsFor(kind, off[side]) }));
      expect({ off: off[side], told: told[side] }).toEqual({ off: off[side], told: wanted });
    }
  }
  expect(new Set(sent).size).toBe(sent.length);
  const { rows } = await db().execute(sql`select count(distinct message_id)::int as count from notifications_log`);
  expect(sent).toHaveLength(Number(rows[0]?.count));
});
