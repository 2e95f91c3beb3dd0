import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { PaymentsPort } from "../../../adapters/payments/payments.port.ts";
import { stripePayments } from "../../../adapters/payments/stripe/stripe-payments.ts";
import type { MoneyUnderTest } from "../../../testing/bookings/payments-under-test.ts";
import { useMoney } from "../../../testing/bookings/use-payments.ts";
import { startPayment } from "../commands/open-payment.ts";
import { requestCapture, requestCharge, requestVoid } from "../commands/request-capture.ts";
import { requestRefund } from "../commands/request-refund.ts";
import { requestReversal, requestTransfer } from "../commands/request-transfer.ts";

let money: MoneyUnderTest;
const { sandbox, here } = useMoney((ready) => {
  money = ready;
});

/** Does not wait for long. */
const impatient = () => stripePayments({ ...sandbox().settings, timeoutMs: 300 });

type Asked = { kind: string; tag: string; id: string };
/** Made ready first and asked for then, so that all of them wait for the same bad moment. */
type Act = () => Promise<() => Promise<Asked>>;

/** Everything that is ever asked of the provider, by the call it is. */
const ACTS: Partial<Record<keyof PaymentsPort, Act>> = {
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
const ALL = Object.keys(ACTS).length;

async function askForAll(): Promise<Asked[]> {
  const ready = [];
  for (const prepare of Object.values(ACTS)) ready.push(await prepare());
  const asked = [];
  for (const ask of ready) asked.push(await ask());
  // A payment is made by its job only when its payer has not come for it.
  await money.passMinutes(1);
  return asked;
}

const pending = async () => {
  const { rows } = await money.db.execute<{ count: number }>(sql`
    select (select count(*) from payment_operations where status = 'pending')::int
      + (select count(*) from refunds where status = 'decided')::int
      + (select count(*) from transfers where status = 'pending')::int as count`);
  return rows[0]?.count;
};

async function expectOnce(all: readonly Asked[]) {
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
/** The process ends after the provider has acted and before we have written it down. */
const dying = (): PaymentsPort =>
  new Proxy(money.payments, {
    get: (port, name: keyof PaymentsPort) => {
      const act = port[name];
      if (!(name in ACTS) || typeof act !== "function") return act;
      return async (...given: unknown[]) => {
        await Reflect.apply(act, port, given);
        throw new Error("killed");
      };
    },
  });

test("[PAY-01] killed between asking the provider and writing it down: everything has one effect", async () => {
  const asked = await askForAll();
  await money.runJobs(dying());
  expect(await pending()).toBe(ALL);
  await money.retryJobs();
  await expectOnce(asked);
});

test("[PAY-01] no answer although it succeeded: nothing has a second effect", async () => {
  const asked = await askForAll();
  const silence = { kind: "no_answer_after_success", method: "POST", path: "/v1/", milliseconds: "1000" };
  await money.control("faults", { ...silence, times: String(ALL) });
  await money.runJobs(impatient());
  expect(await pending()).toBe(ALL);
  await money.control("faults", {}, "DELETE");
  await money.retryJobs();
  await expectOnce(asked);
});

test("[PAY-01] an error that the provider keeps under the key does not hide that it happened", async () => {
  const asked = await askForAll();
  await money.control("faults", { kind: "server_error_kept", method: "POST", path: "/v1/", times: String(ALL) });
  await money.runJobs();
  expect(await pending()).toBe(ALL);
  await money.retryJobs();
  await expectOnce(asked);
});

test("[PAY-01] after a day the provider has forgotten the keys: what happened is looked up", async () => {
  const asked = await askForAll();
  await money.runJobs(dying());
  // Every try of the jobs is used up meanwhile, so that they have to be taken up anew.
  await money.db.execute(
    sql`update scheduled_jobs set status = 'failed', finished_at = app_now() where status = 'pending'`,
  );
  await money.passMinutes(25 * 60);
  await money.resume();
  await money.runJobs();
  await expectOnce(asked);
});

test("[PAY-01] a provider that is away for longer than a job waits: all happens once, when it is back", async () => {
  const asked = await askForAll();
  await money.control("faults", { kind: "server_error", path: "/v1/", times: "1000" });
  for (let tries = 0; tries < 4; tries += 1) await money.retryJobs();
  expect(await pending()).toBe(ALL);
  await money.control("faults", {}, "DELETE");
  await money.resume();
  await money.runJobs();
  await expectOnce(asked);
});

test("[PAY-01] twenty at once with one key: one payment, one charge, one refund", async () => {
  const of = here();
  const { id } = await money.rental(of);
  const twenty = <T>(act: () => Promise<T>) => Promise.allSettled(Array.from({ length: 20 }, act));
  const started = await twenty(() => startPayment(money, id));
  const ids = started.flatMap((one) => (one.status === "fulfilled" ? [one.value.payment.providerPaymentId] : []));
  expect(new Set(ids).size).toBe(1);
  expect(await money.countAtProvider("payment_intent", "payment", id)).toBe(1);

  const providerId = await money.confirm(id);
  await startPayment(money, id);
  const { idempotencyKey: key } = await requestCapture(money.db, money.payments, {
    paymentId: id,
    amountCents: 46_358,
  });
  await twenty(() => money.payments.capturePayment({ key, id: providerId, amountCents: 46_358 }));
  await Promise.all([money.runJobs(), money.runJobs()]);
  const { id: refundId } = await requestRefund(money.db, money.payments, {
    paymentId: id,
    amountCents: 500,
    reason: "x",
  });
  const { idempotency_key: refundKey } = await money.row("refunds", refundId);
  const refund = { key: String(refundKey), refundId, attempt: 1, providerPaymentId: providerId, amountCents: 500 };
  await twenty(() => money.payments.createRefund(refund));
  await money.runJobs();
  expect(await money.countAtProvider("refund", "refund", refundId)).toBe(1);
  expect(await money.payment(id)).toMatchObject({ status: "partially_refunded", refunded_cents: 500 });
  await expectOnce([{ kind: "charge", tag: "payment", id }]);
});

test("twenty who decide refunds of one payment at once never give back more than was paid", async () => {
  const id = await money.captured(here());
  const refund = { paymentId: id, amountCents: 10_000, reason: "late" };
  const decided = await Promise.allSettled(
    Array.from({ length: 20 }, () => money.db.transaction((tx) => requestRefund(tx, money.payments, refund))),
  );
  expect(decided.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
  await money.runJobs();
  expect(await money.payment(id)).toMatchObject({ refunded_cents: 40_000 });
  await money.expectBalanced();
});
