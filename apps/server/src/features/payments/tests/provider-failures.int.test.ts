import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { PaymentProblem, type PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import type { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/payments-under-test.ts";
import { createUser } from "../../../testing/factories.ts";
import { startPayment } from "../commands/open-payment.ts";
import { requestCapture, requestCharge, requestVoid } from "../commands/request-capture.ts";
import { requestRefund } from "../commands/request-refund.ts";
import { requestReversal, requestTransfer } from "../commands/request-transfer.ts";
import { alarmAdmins, withOperatorAlarm } from "../provider-access.ts";

let money: MoneyUnderTest;
const { here } = useMoney((ready) => {
  money = ready;
});

type ProviderObject = { kind: string; tag: string; id: string };
/** Prepares first and requests later, so that all requests meet the same failure. */
type PreparedRequest = () => Promise<() => Promise<ProviderObject>>;

/** Every write request to the provider, by port method. */
const REQUESTS: Partial<Record<keyof PaymentsPort, PreparedRequest>> = {
  createPayment: async () => async () => {
    const { id } = await money.rental(here());
    return { kind: "payment_intent", tag: "payment", id };
  },
  confirmPayment: async () => {
    const { id } = await money.open(here(), { kind: "damage", amountCents: 5_000, capture: "automatic" });
    await startPayment(money, id);
    return async () => {
      await requestCharge(money.db, money.payments, { paymentId: id, cardId: "pm_card_visa" });
      return { kind: "charge", tag: "payment", id };
    };
  },
  capturePayment: async () => {
    const id = await money.authorized(here());
    return async () => {
      await requestCapture(money.db, money.payments, { paymentId: id, amountCents: 46_358 });
      return { kind: "charge", tag: "payment", id };
    };
  },
  cancelPayment: async () => {
    const id = await money.authorized(here());
    return async () => {
      await requestVoid(money.db, money.payments, id);
      return { kind: "payment_intent", tag: "payment", id };
    };
  },
  createRefund: async () => {
    const paymentId = await money.captured(here());
    return async () => {
      const { id } = await requestRefund(money.db, money.payments, { paymentId, amountCents: 700, reason: "late" });
      return { kind: "refund", tag: "refund", id };
    };
  },
  createTransfer: async () => {
    const of = here();
    const paymentId = await money.captured(of);
    return async () => {
      const { id } = await requestTransfer(money.db, money.payments, { ...of, amountCents: 3_000, paymentId });
      return { kind: "transfer", tag: "transfer", id };
    };
  },
  createReversal: async () => {
    const of = here();
    const due = { ...of, amountCents: 3_000, paymentId: await money.captured(of) };
    const { id: transferId } = await requestTransfer(money.db, money.payments, due);
    await money.runJobs();
    return async () => {
      const { id } = await requestReversal(money.db, money.payments, { transferId, amountCents: 1_000 });
      return { kind: "transfer_reversal", tag: "transfer", id };
    };
  },
};
const REQUEST_COUNT = Object.keys(REQUESTS).length;

async function requestAll(): Promise<ProviderObject[]> {
  const ready = [];
  for (const prepare of Object.values(REQUESTS)) ready.push(await prepare());
  const requested = [];
  for (const request of ready) requested.push(await request());
  // The job opens a payment only after the payer had time to come back.
  await money.passMinutes(1);
  return requested;
}

const pending = async () => {
  const { rows } = await money.db.execute<{ count: number }>(sql`
    select (select count(*) from payment_operations where status = 'pending')::int
      + (select count(*) from refunds where status = 'decided')::int
      + (select count(*) from transfers where status = 'pending')::int as count`);
  return rows[0]?.count;
};

async function expectOnce(all: readonly ProviderObject[]) {
  expect(await pending()).toBe(0);
  for (const { kind, tag, id } of all) {
    expect({ kind, count: await money.countAtProvider(kind, tag, id) }).toEqual({ kind, count: 1 });
  }
  const { rows } = await money.db.execute(sql`
    select id from payment_operations where status = 'refused'
    union all select id from refunds where status <> 'settled' union all select id from transfers where status <> 'paid'`);
  expect(rows).toEqual([]);
  await money.expectBalanced();
}
/** Simulates a crash after the provider acted and before the result is saved. */
const crashing = (): PaymentsPort =>
  new Proxy(money.payments, {
    get: (port, name: keyof PaymentsPort) => {
      const method = port[name];
      if (!(name in REQUESTS) || typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        await Reflect.apply(method, port, args);
        throw new Error("killed");
      };
    },
  });

test("[PAY-01] a payment operation has one effect each when killed between the provider call and saving its result", async () => {
  const requested = await requestAll();
  await money.runJobs(crashing());
  expect(await pending()).toBe(REQUEST_COUNT);
  await money.retryJobs();
  await expectOnce(requested);
});

test("[PAY-01] a payment operation has no second effect when a success response is lost", async () => {
  const requested = await requestAll();
  // The library sends each request twice.
  const lost = { kind: "reset_after_success", method: "POST", path: "/v1/", times: String(2 * REQUEST_COUNT) };
  await money.control("faults", lost);
  await money.runJobs();
  expect(await pending()).toBe(REQUEST_COUNT);
  await money.control("faults", {}, "DELETE");
  await money.retryJobs();
  await expectOnce(requested);
});

test("[PAY-01] the server detects a completed operation although the provider replays an error for its key", async () => {
  const requested = await requestAll();
  await money.control("faults", {
    kind: "server_error_kept",
    method: "POST",
    path: "/v1/",
    times: String(REQUEST_COUNT),
  });
  await money.runJobs();
  expect(await pending()).toBe(REQUEST_COUNT);
  await money.retryJobs();
  await expectOnce(requested);
});

test("[PAY-01] the product looks up completed operations after the provider's keys have expired", async () => {
  const requested = await requestAll();
  await money.runJobs(crashing());
  // All retries are used up by then, so the jobs have to be requeued.
  await money.db.execute(
    sql`update scheduled_jobs set status = 'failed', finished_at = app_now() where status = 'pending'`,
  );
  await money.passMinutes(25 * 60);
  await money.resume();
  await money.runJobs();
  await expectOnce(requested);
});

test("[PAY-01] an outage longer than the job retries and a key without permissions lose nothing: admins get one notification, and everything completes after the fix", async () => {
  const admin = await createUser(money.db, { isAdmin: true, isApproved: true });
  const requested = await requestAll();
  await money.control("faults", { kind: "server_error", path: "/v1/", times: "1000" });
  for (let tries = 0; tries < 4; tries += 1) await money.retryJobs();
  expect(await pending()).toBe(REQUEST_COUNT);
  await money.control("faults", {}, "DELETE");

  const refused = new Proxy(money.payments, {
    get: (port, name: keyof PaymentsPort) =>
      name in REQUESTS
        ? () => Promise.reject(new PaymentProblem("misconfigured", "not_permitted"))
        : Reflect.get(port, name),
  });
  const restricted = withOperatorAlarm(refused, (problem) => alarmAdmins(money.db, problem));
  await money.resume();
  for (let tries = 0; tries < 4; tries += 1) {
    await money.runJobs(restricted);
    await money.passMinutes(17);
  }
  expect(await pending()).toBe(REQUEST_COUNT);
  const { rows } = await money.db.execute(sql`
    select title, message from notifications where user_id = ${admin}
      and title = 'Stripe is rejecting our requests'`);
  expect(rows).toEqual([
    { title: "Stripe is rejecting our requests", message: expect.stringContaining("API key lacks a permission") },
  ]);
  await money.resume();
  await money.runJobs();
  await expectOnce(requested);
});

test("[PAY-01] the server creates one payment, one charge and one refund for ten concurrent calls with one key", async () => {
  const of = here();
  const { id } = await money.rental(of);
  const tenTimes = <T>(call: () => Promise<T>) => Promise.allSettled(Array.from({ length: 10 }, call));
  const started = await tenTimes(() => startPayment(money, id));
  const ids = started.flatMap((result) =>
    result.status === "fulfilled" ? [result.value.payment.providerPaymentId] : [],
  );
  expect(new Set(ids).size).toBe(1);
  expect(await money.countAtProvider("payment_intent", "payment", id)).toBe(1);

  const providerId = await money.confirm(id);
  await startPayment(money, id);
  const { idempotencyKey: key } = await requestCapture(money.db, money.payments, {
    paymentId: id,
    amountCents: 46_358,
  });
  await tenTimes(() => money.payments.capturePayment({ key, id: providerId, amountCents: 46_358 }));
  await Promise.all([money.runJobs(), money.runJobs()]);
  const { id: refundId } = await requestRefund(money.db, money.payments, {
    paymentId: id,
    amountCents: 500,
    reason: "x",
  });
  const { idempotency_key: refundKey } = await money.row("refunds", refundId);
  const refund = { key: String(refundKey), refundId, attempt: 1, providerPaymentId: providerId, amountCents: 500 };
  await tenTimes(() => money.payments.createRefund(refund));
  await money.runJobs();
  expect(await money.countAtProvider("refund", "refund", refundId)).toBe(1);
  expect(await money.payment(id)).toMatchObject({ status: "partially_refunded", refunded_cents: 500 });
  await expectOnce([{ kind: "charge", tag: "payment", id }]);
});

test("the server never refunds more than was paid when ten refunds are decided concurrently", async () => {
  const id = await money.captured(here());
  const refund = { paymentId: id, amountCents: 10_000, reason: "late" };
  const decided = await Promise.allSettled(
    Array.from({ length: 10 }, () => money.db.transaction((tx) => requestRefund(tx, money.payments, refund))),
  );
  expect(decided.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  await money.runJobs();
  expect(await money.payment(id)).toMatchObject({ refunded_cents: 40_000 });
  await money.expectBalanced();
});
