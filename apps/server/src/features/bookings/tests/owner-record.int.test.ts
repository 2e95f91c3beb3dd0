import { getPublicProfile } from "@nexby/contract/accounts/profile";
import { listAccounts } from "@nexby/contract/admin/accounts";
import { cancelBooking, previewCancellation, reportNoShow } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { getItem } from "@nexby/contract/listings/items";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { call } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer } from "../../../testing/test-app.ts";

const bookings = useBookings();
const { here, item, as, origin, database, passHours, reach, settle } = bookings;

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const NOTHING = { ownerCents: 0, platformCents: 0, insuranceCents: 0, taxCents: 0 };
const off = (canceledBy: "renter" | "owner" | "admin" | "system", canceledAt = daysAgo(1)) =>
  ({
    status: "canceled",
    rentalStatus: "canceled",
    canceledBy,
    canceledAt,
    cancellation: { percent: 100, refundCents: 0, shares: NOTHING },
  }) as const;
const missed = (absentParty: "renter" | "owner", by: "system" | "admin" = "system") =>
  ({ ...off(by), rentalStatus: "no_show", absentParty }) as const;

async function administrator() {
  const id = await createUser(database().db, { isAdmin: true, isApproved: true });
  const member = { id, email: "", headers: asViewer({ id, isAdmin: true, isApproved: true }) };
  const news = async (title: string) => {
    const { body } = await call(origin(), listNotifications, { headers: member.headers });
    return body.filter((one) => one.title === title).map(({ message, actionUrl }) => ({ message, actionUrl }));
  };
  return { ...member, news };
}

test("of what an owner agreed to within a year, everybody sees how much they called off", async () => {
  const { db } = database();
  const ownerId = await createUser(db);
  const itemId = await createItem(db, { ownerId });
  const records = async () => {
    const { body: person } = await call(origin(), getPublicProfile, { params: { userId: ownerId } });
    const { body: listing } = await call(origin(), getItem, { params: { itemId } });
    expect(listing.owner.record).toEqual(person.record);
    return person.record;
  };
  expect(await records()).toEqual({ agreedCount: 0, canceledCount: 0 });

  const agreed = { ownerId, itemId, approvalStatus: "approved", approvedAt: daysAgo(364) } as const;
  for (const others of [off("renter"), off("admin"), off("system"), missed("renter"), { status: "closed" } as const]) {
    await createBooking(db, { ...agreed, ...others });
  }
  await createBooking(db, { ...agreed, ...off("owner"), ownerId: await createUser(db) });
  await createBooking(db, { ...agreed, ...off("owner"), approvedAt: daysAgo(367) });
  await createBooking(db, { ...agreed, ...off("owner"), approvalStatus: "pending_owner", approvedAt: null });
  expect(await records()).toEqual({ agreedCount: 5, canceledCount: 0 });

  await createBooking(db, { ...agreed, ...off("owner") });
  await createBooking(db, { ...agreed, ...missed("owner") });
  await createBooking(db, { ...agreed, ...missed("owner", "admin") });
  expect(await records()).toEqual({ agreedCount: 8, canceledCount: 3 });
});

test("an owner is warned how often they canceled; from the third in a year on administrators are told of each", async () => {
  const { owner, renter } = here();
  const judge = await administrator();
  const told = () => judge.news("An owner cancels often");
  const agreed = { ownerId: owner.id, approvalStatus: "approved", approvedAt: daysAgo(400) } as const;
  await createBooking(database().db, { ...agreed, ...off("owner", daysAgo(367)) });
  const made = async (inDays: number) => (await bookings.approved(await item(), { inDays })).id;
  const times = async (id: string, viewer = owner) => (await as(viewer, previewCancellation, id)).ownerCancellations;
  const cancel = async (id: string, who = owner) => {
    const { refundCents } = await as(who, previewCancellation, id);
    await as(who, cancelBooking, id, { refundCents });
  };

  const asked = await bookings.requested(await item(), { inDays: 5 });
  const first = await made(5);
  expect([await times(first), await times(first, renter), await times(first, judge)]).toEqual([0, null, null]);
  expect(await times(asked.id)).toBeNull();
  await cancel(first);
  for (const [id, who] of [
    [asked.id, owner],
    [await made(5), renter],
    [await made(5), judge],
  ] as const) {
    await cancel(id, who);
  }
  expect(await told()).toEqual([]);

  const [second, third, last] = [await made(5), await made(5), await bookings.approved(await item(), { inDays: 2 })];
  expect(await times(third)).toBe(1);
  // Two at once: whichever counts second is the third.
  await Promise.all([cancel(second), cancel(third)]);
  const search = new URLSearchParams({ status: "all", search: owner.email });
  const news = (count: number) => ({
    message: `Sam Reed has called off or missed ${count} rentals in the last 12 months. Please take a look.`,
    actionUrl: `/admin?${search}`,
  });
  expect(await told()).toEqual([news(3)]);
  const query = Object.fromEntries(new URLSearchParams((await told())[0]?.actionUrl?.split("?")[1]));
  const { body: found } = await call(origin(), listAccounts, { headers: judge.headers, query });
  expect(found.map(({ id }) => id)).toEqual([owner.id]);

  await reach(last.startAt, 1.5);
  await as(renter, reportNoShow, last.id, {});
  await passHours(12.1);
  expect(await settle(last.id)).toMatchObject({ status: "canceled", rentalStatus: "no_show" });
  expect(await told()).toEqual([news(4), news(3)]);
  expect(await times(await made(5))).toBe(4);
});

test("a refund that was refused three times is given up, and administrators are told once", async () => {
  const { money } = here();
  const judge = await administrator();
  const told = () => judge.news("A refund could not be made");
  const { control } = bookings.payments();
  const { id, totalCents, payments } = await bookings.approved(await item(), { inDays: 6 });
  const { provider_charge_id: charge } = await money.row("payments", payments[0]?.id ?? "");
  // The bank asked about it and gave it back to us: the provider refunds such a charge no more.
  const { id: dispute } = await control<{ id: string }>(`charges/${charge}/dispute`);
  await control(`disputes/${dispute}/close`, { verdict: "won" });
  await control("pump");
  expect(await settle(id)).toMatchObject({ paymentStatus: "captured", isDisputed: false });
  const refused = async () => {
    const { rows } = await database().db.execute<{ count: number }>(sql`
      select count(*)::int from refunds join payments on payments.id = payment_id
      where booking_id = ${id} and refunds.status = 'refused'`);
    return rows[0]?.count;
  };

  await as(judge, cancelBooking, id, { refundCents: totalCents });
  await settle(id);
  await passHours(24.1);
  expect([await refused(), await told()]).toEqual([2, []]);
  await passHours(24.1);
  await passHours(72);
  const amount = `$${(totalCents / 100).toFixed(2)}`;
  const message = `The card provider refused a refund of ${amount} three times, so we stopped trying. Please give the money back another way.`;
  expect([await refused(), await told()]).toEqual([3, [{ message, actionUrl: `/my-bookings/${id}` }]]);
  expect(await as(judge, getBooking, id)).toMatchObject({ id, role: "admin", paymentStatus: "captured" });
  await money.expectBalanced();
});
