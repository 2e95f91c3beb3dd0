import { listWaitingPayouts } from "@nexby/contract/admin/tasks";
import { listNotifications } from "@nexby/contract/messaging/notifications";
import { DAY } from "@nexby/domain/kernel/duration";
import { typeset } from "@nexby/domain/kernel/typography";
import { lateFeeCaptured, ownerPenalty } from "@nexby/domain/ledger/postings";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { advanceClock, readClock } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import { users } from "../../../schema/accounts.ts";
import type { Booking } from "../../../schema/bookings.ts";
import { type AccountState, payoutAccounts } from "../../../schema/payment-provider.ts";
import { createBooking } from "../../../testing/bookings/booking-rows.ts";
import { call, callExpectingError } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { asViewer, startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { emptyTables, useTestDatabase } from "../../../testing/test-database.ts";
import { post } from "../../ledger/public.ts";
import { remindOfWaitingPayouts, selectWaiting } from "../waiting-payouts.ts";

const database = useTestDatabase();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ db: database().db });
});
afterAll(() => app.close());
beforeEach(() => emptyTables(database(), "bookings", "payout_accounts"));

const headers = asViewer({ id: newId(), isAdmin: true, isApproved: true });
const ready = { connectAccountId: "acct_1", connectOnboarded: true };

async function createAccount(userId: string, state: AccountState) {
  const person = { userId, email: "sam@nexby.example", firstName: "Sam", lastName: "Reed" };
  await database()
    .db.insert(payoutAccounts)
    .values({ id: newId(), ...person, state, providerId: `acct_${userId}` });
}

/** A finished booking whose owner has been owed the amount for this many days. */
async function owed(ownerId: string, days: number, overrides: Partial<Booking> = {}): Promise<Booking> {
  const { db } = database();
  const now = await readClock(db);
  const booking = await createBooking(db, {
    ownerId,
    itemId: await createItem(db, { ownerId, title: "City bike" }),
    status: "closed",
    payoutStatus: "scheduled",
    payoutEligibleAt: new Date(now.getTime() - days * DAY),
    ...overrides,
  });
  await db.transaction((tx) =>
    post(tx, {
      sourceKey: `test:${booking.id}:owed`,
      kind: "late_fee",
      bookingId: booking.id,
      occurredAt: now,
      postings: lateFeeCaptured({ amountCents: 5_000, commissionCents: 500, ownerId }),
    }),
  );
  return booking;
}

describe("money that can't be sent", () => {
  const list = (query: Record<string, string> = {}) => call(app.origin, listWaitingPayouts, { headers, query });

  test("the money that can't be sent is listed for admins with owner, amount, time and reason, longest wait first", async () => {
    const { db } = database();
    const cases = [
      ["no_account", {}, null],
      ["information_needed", {}, "information_needed"],
      ["pending", {}, "pending"],
      ["rejected", {}, "rejected"],
      ["disconnected", {}, "disconnected"],
      ["suspended", { ...ready, suspendedAt: new Date() }, "ready"],
      ["transfer_failed", ready, "ready"],
    ] as const;
    const expected: object[] = [];
    for (const [index, [reason, user, state]] of cases.entries()) {
      const email = `${reason}@nexby.example`;
      const ownerId = await createUser(db, { ...user, email, firstName: "Maya" });
      if (state) await createAccount(ownerId, state);
      const payoutStatus = reason === "transfer_failed" ? "failed" : "scheduled";
      const booking = await owed(ownerId, 10 - index, { payoutStatus });
      expected.push({
        bookingId: booking.id,
        item: { id: booking.itemId, title: "City bike" },
        owner: { id: ownerId, firstName: "Maya", lastName: "Vale", email },
        amountCents: 4_500,
        waitingSince: booking.payoutEligibleAt?.toISOString(),
        reason,
      });
    }
    expect((await list()).body).toEqual(expected);

    const first = await list({ limit: "4" });
    expect(first.body).toEqual(expected.slice(0, 4));
    const cursor = new URL(/<(.+)>/.exec(first.headers.get("link") ?? "")?.[1] ?? "", app.origin).searchParams;
    const last = await list({ limit: "4", cursor: cursor.get("cursor") ?? "" });
    expect(last.body).toEqual(expected.slice(4));
    expect(last.headers.get("link")).toBeNull();
  });

  test("the money that can't be sent leaves out money that isn't due, is on hold, was sent, or is about to be sent", async () => {
    const [ownerId, readyId] = [await createUser(database().db), await createUser(database().db, ready)];
    await owed(ownerId, -1);
    await owed(ownerId, 3, { payoutStatus: "on_hold" });
    await owed(ownerId, 3, { payoutStatus: "processing" });
    await owed(ownerId, 3, { payoutStatus: "paid" });
    await owed(readyId, 3);
    expect((await list()).body).toEqual([]);
  });

  test("the money that can't be sent rejects a cursor that isn't ours", async () => {
    const failure = await callExpectingError(app.origin, listWaitingPayouts, { headers, query: { cursor: "x" } });
    expect(failure).toMatchObject({ status: 400 });
  });

  test("the money that can't be sent is read by an index in the order of the list", async () => {
    const plan = await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_sort = off`);
      const { rows } = await tx.execute(sql`explain ${selectWaiting(tx, null, 20)}`);
      return JSON.stringify(rows);
    });
    expect(plan).toContain("bookings_waiting_payouts");
    expect(plan).not.toContain("Sort");
  });
});

describe("a reminder of waiting money", () => {
  const remind = () => remindOfWaitingPayouts(database().db, "https://nexby.example");
  const passDays = (days: number) => advanceClock(database().db, days * DAY);
  const noticesOf = async (id: string) => {
    const viewer = asViewer({ id, isAdmin: false, isApproved: true });
    return (await call(app.origin, listNotifications, { headers: viewer })).body;
  };
  const mailsTo = async (id: string) => {
    const { rows } = await database().db.execute<{ subject: string; body: string }>(
      sql`select subject, body from outgoing_messages where recipient = ${`${id}@nexby.example`}`,
    );
    return rows;
  };

  test("a reminder of waiting money is sent once after 30 days, with the total of all bookings, and again after 30 more", async () => {
    const ownerId = await createUser(database().db);
    const { payoutEligibleAt } = await owed(ownerId, 29.9);
    await owed(ownerId, 2);
    await remind();
    expect(await noticesOf(ownerId)).toEqual([]);
    await passDays(0.2);
    // Two servers at the same time.
    await Promise.all([remind(), remind()]);
    await remind();
    const since = payoutEligibleAt?.toLocaleDateString("en-US", {
      dateStyle: "medium",
      timeZone: "America/New_York",
    });
    const text = `$90.00 from your rentals has been waiting since ${since}, because your payout account isn't ready. We'll send the money as soon as it is.`;
    expect(await noticesOf(ownerId)).toMatchObject([
      { title: "Set up payouts to get paid", message: text, actionUrl: "/profile?tab=payments" },
    ]);
    const [mail, ...others] = await mailsTo(ownerId);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Set up payouts to get paid", body: expect.stringContaining(typeset(text)) });
    expect(mail?.body).toContain("Set up payouts: https://nexby.example/profile?tab=payments");

    await passDays(29.9);
    await remind();
    expect(await noticesOf(ownerId)).toHaveLength(1);
    await passDays(0.2);
    await remind();
    expect(await noticesOf(ownerId)).toHaveLength(2);
    expect(await mailsTo(ownerId)).toHaveLength(2);
  });

  test("a reminder of waiting money is not sent while the owner is suspended or has a payout account, or for debts", async () => {
    const { db } = database();
    const suspendedId = await createUser(db, { suspendedAt: new Date() });
    const readyId = await createUser(db, ready);
    const debtorId = await createUser(db);
    for (const id of [suspendedId, readyId, debtorId]) await owed(id, 40, { payoutStatus: "failed" });
    await db.transaction((tx) =>
      post(tx, {
        sourceKey: `test:${debtorId}:debt`,
        kind: "owner_penalty",
        bookingId: newId(),
        occurredAt: new Date(),
        postings: ownerPenalty(4_500, debtorId),
      }),
    );
    await remind();
    for (const id of [suspendedId, readyId, debtorId]) {
      expect(await noticesOf(id)).toEqual([]);
      expect(await mailsTo(id)).toEqual([]);
    }
  });

  test("a reminder of waiting money stays in the app for owners who don't want emails", async () => {
    const ownerId = await createUser(database().db);
    await database().db.update(users).set({ notifyEmail: false }).where(eq(users.id, ownerId));
    await owed(ownerId, 31);
    await remind();
    expect(await noticesOf(ownerId)).toHaveLength(1);
    expect(await mailsTo(ownerId)).toEqual([]);
  });
});
