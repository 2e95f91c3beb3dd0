import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PaymentsPort, ProviderEvent } from "../../../adapters/payments/payments.port.ts";
import type { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { createUser } from "../../../testing/factories.ts";
import { PAYMENT_SUBJECTS, receiveEvent } from "../provider-events.ts";

let money: MoneyUnderTest;
const { here } = useMoney((ready) => {
  money = ready;
});

const DAY = 24 * 60;

/** A disputed payment whose event we haven't received. */
async function missedDispute(): Promise<string> {
  const id = await money.captured(here());
  const { charge } = await money.payments.fetchPayment((await money.payment(id)).provider_payment_id);
  await money.control(`charges/${charge?.id}/dispute`);
  return id;
}

/** Runs until all retries of all jobs are used up. */
async function exhaustRetries(): Promise<void> {
  await money.runJobs();
  for (let tries = 0; tries < 3; tries += 1) await money.retryJobs();
}

const eventOf = (id: string, { objectType = "payment_intent", minutesAgo = 0 } = {}): ProviderEvent => ({
  id,
  type: `${objectType}.succeeded`,
  objectType,
  objectId: `${objectType}_of_nobody`,
  accountId: null,
  occurredAt: new Date(Date.now() - minutesAgo * 60_000),
});

/** The provider port with a replaced listEvents. */
const listing = (listEvents: PaymentsPort["listEvents"]): PaymentsPort =>
  new Proxy(money.payments, {
    get: (port, name: keyof PaymentsPort) => (name === "listEvents" ? listEvents : port[name]),
  });

test("[PAY-05] the search for missed events processes an event whose job gave up while the provider was unavailable", async () => {
  const id = await missedDispute();
  await money.findMissed();
  await money.control("faults", { kind: "server_error", path: "/v1/", times: "1000" });
  await exhaustRetries();
  await money.control("faults", {}, "DELETE");
  const openCount = async () =>
    (await money.db.execute(sql`select id from webhook_events where status in ('received', 'unknown')`)).rows.length;
  expect(await openCount()).toBeGreaterThan(0);
  // The provider lists no new events.
  await money.findMissed();
  await money.runJobs();
  expect(await money.payment(id)).toMatchObject({ status: "captured" });

  await money.resume();
  await money.runJobs();
  expect(await money.payment(id)).toMatchObject({ status: "disputed" });
  expect(await openCount()).toBe(0);
  await money.expectBalanced();
});

test("[PAY-05] the server checks an unknown event at growing intervals, gives it up, and notifies admins once", async () => {
  const admin = await createUser(money.db, { isAdmin: true, isApproved: true });
  const adminMessages = async () =>
    (await money.db.execute<{ message: string }>(sql`select message from notifications where user_id = ${admin}`)).rows;
  for (const id of ["evt_nobodys_1", "evt_nobodys_2"]) {
    await receiveEvent(money.db, eventOf(id), { source: "webhook", subjects: PAYMENT_SUBJECTS });
  }
  const state = () => money.row("webhook_events", "evt_nobodys_1");
  const looks: unknown[] = [];
  const passDays = async (days: number) => {
    for (let hours = 0; hours < days * 24; hours += 6) {
      await exhaustRetries();
      await money.passMinutes(6 * 60 - 3 * 17);
      await money.resume();
    }
    looks.push((await state()).looks);
  };
  await passDays(1);
  await passDays(1);
  await passDays(1);
  await passDays(2);
  expect(await state()).toMatchObject({ status: "unknown" });
  expect(await adminMessages()).toEqual([]);
  await passDays(2);
  expect(looks).toEqual([4, 7, 8, 8, 9]);
  expect(await state()).toMatchObject({ status: "given_up", last_error: expect.stringContaining("_of_nobody") });
  await passDays(2);
  expect(await adminMessages()).toEqual([
    { message: expect.stringMatching(/ 2 events .*evt_nobodys_1, evt_nobodys_2/) },
  ]);
  const { rows } = await money.db.execute(sql`select 1 from scheduled_jobs where entity_id = 'evt_nobodys_1'`);
  expect(rows.length).toBe(10);
});

test("[PAY-05] the server reads missed events to the end of the list, however long it is", async () => {
  const id = await missedDispute();
  const longList = listing(async (range, cursor = "0") => {
    const page = Number(cursor);
    if (page === 30) return { ...(await money.payments.listEvents(range)), nextCursor: null };
    return { items: [eventOf(`evt_page_${page}`, { objectType: "product" })], nextCursor: String(page + 1) };
  });
  await money.findMissed(longList);
  await money.runJobs();
  expect(await money.payment(id)).toMatchObject({ status: "disputed" });
});

test("[PAY-05] the server resumes an interrupted search for missed events, even when newer ones arrived since", async () => {
  await money.findMissed();
  const id = await missedDispute();
  await money.passMinutes(2 * DAY);
  const failing = listing(async (_range, cursor) => {
    if (cursor) throw new Error("away");
    const { rows } = await money.db.execute<{ now: Date }>(sql`select app_now() as now`);
    const occurredAt = new Date(rows[0]?.now ?? 0);
    return { items: [{ ...eventOf("evt_newest", { objectType: "product" }), occurredAt }], nextCursor: "1" };
  });
  await expect(money.findMissed(failing)).rejects.toThrow("away");
  await money.findMissed();
  await money.runJobs();
  expect(await money.payment(id)).toMatchObject({ status: "disputed" });
});
