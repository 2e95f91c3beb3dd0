import { getPublicProfile } from "@nexby/contract/accounts/profile";
import { listAccounts } from "@nexby/contract/admin/accounts";
import { markRefundPaid } from "@nexby/contract/admin/tasks";
import { cancelBooking, previewCancellation, reportNoShow } from "@nexby/contract/bookings/booking-commands";
import { getBooking } from "@nexby/contract/bookings/bookings";
import { getItem } from "@nexby/contract/listings/items";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { DAY } from "@nexby/domain/kernel/duration";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { readClock } from "../../../platform/clock.ts";
import { tasksOf } from "../../../testing/admin-tasks.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { useBookings } from "../../../testing/bookings/use-bookings.ts";
import { call } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer } from "../../../testing/test-app.ts";
import { syncPayment } from "../../payments/public.ts";

const bookings = useBookings();
const { here, item, as, origin, database, passHours, reach, settle } = bookings;

const daysBefore = (now: number, days: number) => new Date(now - days * DAY);
const daysAgo = (days: number) => daysBefore(Date.now(), days);
const NOTHING = { ownerCents: 0, platformCents: 0, insuranceCents: 0, taxCents: 0 };
const canceledBooking = (canceledBy: "renter" | "owner" | "admin" | "system", canceledAt = daysAgo(1)) =>
  ({
    status: "canceled",
    rentalStatus: "canceled",
    canceledBy,
    canceledAt,
    cancellation: { percent: 100, refundCents: 0, shares: NOTHING },
  }) as const;
const missed = (absentParty: "renter" | "owner", by: "system" | "admin" = "system") =>
  ({ ...canceledBooking(by), rentalStatus: "no_show", absentParty }) as const;

async function createAdmin() {
  const id = await createUser(database().db, { isAdmin: true, isApproved: true });
  const member = { id, email: "", headers: asViewer({ id, isAdmin: true, isApproved: true }) };
  const notifications = async (title: string) => {
    const { body } = await call(origin(), listNotifications, { headers: member.headers });
    return body
      .filter((notification) => notification.title === title)
      .map(({ message, actionUrl }) => ({ message, actionUrl }));
  };
  return { ...member, notifications };
}

test("the server shows everyone how many bookings approved in the last 12 months the owner canceled", async () => {
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

  // The product's clock can be more than a day ahead of the machine's.
  const now = (await readClock(db)).getTime();
  const approved = { ownerId, itemId, approvalStatus: "approved", approvedAt: daysBefore(now, 364) } as const;
  for (const others of [
    canceledBooking("renter"),
    canceledBooking("admin"),
    canceledBooking("system"),
    missed("renter"),
    { status: "closed" } as const,
  ]) {
    await createBooking(db, { ...approved, ...others });
  }
  await createBooking(db, { ...approved, ...canceledBooking("owner"), ownerId: await createUser(db) });
  await createBooking(db, { ...approved, ...canceledBooking("owner"), approvedAt: daysBefore(now, 367) });
  await createBooking(db, {
    ...approved,
    ...canceledBooking("owner"),
    approvalStatus: "pending_owner",
    approvedAt: null,
  });
  expect(await records()).toEqual({ agreedCount: 5, canceledCount: 0 });

  await createBooking(db, { ...approved, ...canceledBooking("owner") });
  await createBooking(db, { ...approved, ...missed("owner") });
  await createBooking(db, { ...approved, ...missed("owner", "admin") });
  expect(await records()).toEqual({ agreedCount: 8, canceledCount: 3 });
});

test("the server shows owners their cancellation count, and alerts admins from the third cancellation in 12 months on", async () => {
  const { owner, renter } = here();
  const adminUser = await createAdmin();
  const alerts = () => adminUser.notifications("An owner cancels often");
  const approved = { ownerId: owner.id, approvalStatus: "approved", approvedAt: daysAgo(400) } as const;
  await createBooking(database().db, { ...approved, ...canceledBooking("owner", daysAgo(367)) });
  const approvedBooking = async (inDays: number) => (await bookings.approved(await item(), { inDays })).id;
  const times = async (id: string, viewer = owner) => (await as(viewer, previewCancellation, id)).ownerCancellations;
  const cancel = async (id: string) => {
    const { refundCents } = await as(owner, previewCancellation, id);
    await as(owner, cancelBooking, id, { refundCents });
  };

  const requested = await bookings.requested(await item(), { inDays: 5 });
  const first = await approvedBooking(5);
  expect([await times(first), await times(first, renter), await times(first, adminUser)]).toEqual([0, null, null]);
  expect(await times(requested.id)).toBeNull();
  await cancel(first);
  await cancel(requested.id);
  expect(await alerts()).toEqual([]);

  const [second, third, last] = [
    await approvedBooking(5),
    await approvedBooking(5),
    await bookings.approved(await item(), { inDays: 2 }),
  ];
  expect(await times(third)).toBe(1);
  // Run concurrently: the later one must count as the third.
  await Promise.all([cancel(second), cancel(third)]);
  const search = new URLSearchParams({ status: "all", search: owner.email });
  const alert = (count: number) => ({
    message: `Sam Reed canceled or missed ${count} rentals in the last 12 months. Please review the account.`,
    actionUrl: `/admin?${search}`,
  });
  expect(await alerts()).toEqual([alert(3)]);
  const query = Object.fromEntries(new URLSearchParams((await alerts())[0]?.actionUrl?.split("?")[1]));
  const { body: found } = await call(origin(), listAccounts, { headers: adminUser.headers, query });
  expect(found.map(({ id }) => id)).toEqual([owner.id]);

  await reach(last.startAt, 1.5);
  await as(renter, reportNoShow, last.id, {});
  await passHours(12.1);
  expect(await settle(last.id)).toMatchObject({ status: "canceled", rentalStatus: "no_show" });
  expect(await alerts()).toEqual([alert(4), alert(3)]);
});

test("the server leaves a refund that was rejected three times to an admin, who pays it another way and settles the booking", async () => {
  const { money } = here();
  const adminUser = await createAdmin();
  const alerts = () => adminUser.notifications("A refund failed");
  const { control } = bookings.payments();
  const { id, totalCents, payments } = await bookings.approved(await item(), { inDays: 6 });
  const { provider_charge_id: charge } = await money.row("payments", payments[0]?.id ?? "");
  // The provider no longer refunds a charge after a dispute we won.
  const { id: dispute } = await control<{ id: string }>(`charges/${charge}/dispute`);
  await control(`disputes/${dispute}/close`, { verdict: "won" });
  await control("pump");
  expect(await settle(id)).toMatchObject({ paymentStatus: "captured", hasChargeback: false });
  const rejectedCount = async () => {
    const { rows } = await database().db.execute<{ count: number }>(sql`
      select count(*)::int from refunds join payments on payments.id = payment_id
      where booking_id = ${id} and refunds.status = 'refused'`);
    return rows[0]?.count;
  };

  await as(adminUser, cancelBooking, id, { refundCents: totalCents });
  await settle(id);
  await passHours(24.1);
  expect([await rejectedCount(), await alerts()]).toEqual([2, []]);
  await passHours(24.1);
  await passHours(72);
  const amount = `$${(totalCents / 100).toFixed(2)}`;
  const message = `Our payment provider declined a refund of ${amount} three times. We stopped trying. Pay this refund another way.`;
  expect([await rejectedCount(), await alerts()]).toEqual([2, [{ message, actionUrl: "/admin?view=tasks" }]]);
  expect(await as(adminUser, getBooking, id)).toMatchObject({ id, role: "admin", paymentStatus: "captured" });
  await money.expectBalanced();

  const { headers } = adminUser;
  const tasks = async () =>
    (await tasksOf(origin(), "failed_refund", headers)).filter(({ subject }) => subject.bookingId === id);
  const [task] = await tasks();
  expect(task).toMatchObject({
    moneyAtStakeCents: totalCents,
    decisions: ["mark_paid"],
    details: { cause: "refused" },
  });
  const settledAt = async () => (await money.row("bookings", id)).settled_at;
  expect(await settledAt()).toBeNull();
  const paid = { params: { refundId: task?.id ?? "" }, headers, body: { reference: "Check 1042" } };
  await call(origin(), markRefundPaid, paid);
  await syncPayment(money, payments[0]?.id ?? "");
  expect(await settle(id)).toMatchObject({ status: "canceled", paymentStatus: "refunded" });
  expect(await settledAt()).not.toBeNull();
  expect(await tasks()).toEqual([]);
  await money.expectBalanced();
});
