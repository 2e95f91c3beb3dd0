import type { FastifyInstance } from "fastify";
import type Stripe from "stripe";
import type { OnboardingOutcome } from "../connect/account-states.ts";
import { concludeOnboarding, disconnect } from "../connect/onboarding.ts";
import { failPayout } from "../connect/payouts.ts";
import { resendEvent, settle } from "../events/deliver.ts";
import { findInvariantViolations } from "../money/invariants.ts";
import { closeDispute, openDispute, warnOfFraud } from "../payments/disputes.ts";
import { failRefund } from "../payments/refund-charge.ts";
import { addFault, clearFaults, FAULT_KINDS } from "../settings.ts";
import { get, getBody } from "../store.ts";
import { type Context, call } from "./call.ts";
import { integer, oneOf, required, text } from "./fields.ts";
import { authenticate } from "./idempotency.ts";
import { PAGING, page } from "./lists.ts";
import type { Deps } from "./mount-calls.ts";
import { invalid, noSuch, Refusal } from "./refusals.ts";

const OUTCOMES: readonly OnboardingOutcome[] = ["complete", "information_missing", "pending", "rejected"];

const setFault = call({
  method: "POST",
  path: "/sandbox-control/faults",
  params: {
    kind: required(oneOf(...FAULT_KINDS)),
    method: oneOf("GET", "POST", "DELETE"),
    path: text(),
    event_type: text(),
    times: integer({ from: 1, to: 1_000 }),
    milliseconds: integer({ to: 600_000 }),
  },
  async run({ db }, { event_type: eventType, ...fault }) {
    await addFault(db, { ...fault, eventType });
    return { object: "fault", ...fault, event_type: eventType };
  },
});

const removeFaults = call({
  method: "DELETE",
  path: "/sandbox-control/faults",
  params: {},
  async run({ db }) {
    await clearFaults(db);
    return { object: "faults", deleted: true };
  },
});

const dispute = call({
  method: "POST",
  path: "/sandbox-control/charges/:id/dispute",
  params: {},
  async run(context, _given, { id }) {
    const opened = await openDispute(context, id);
    if (!opened) throw invalid(`Nothing of charge ${id} can be disputed.`);
    return opened;
  },
});

const warn = call({
  method: "POST",
  path: "/sandbox-control/charges/:id/fraud_warning",
  params: {},
  run: (context, _given, { id }) => warnOfFraud(context, id),
});

const decide = call({
  method: "POST",
  path: "/sandbox-control/disputes/:id/close",
  params: { verdict: required(oneOf("won", "lost")) },
  run: async (context, { verdict }, { id }) => closeDispute(context, await get(context, "dispute", id), verdict),
});

const breakPayout = call({
  method: "POST",
  path: "/sandbox-control/payouts/:id/fail",
  params: {},
  async run(context, _given, { id }) {
    const { account, payout } = await getPayoutAnywhere(context, id);
    return failPayout({ ...context, account }, payout);
  },
});

const breakRefund = call({
  method: "POST",
  path: "/sandbox-control/refunds/:id/fail",
  params: {},
  async run(context, _given, { id }) {
    await failRefund(context, id);
    return getBody(context, "refund", id);
  },
});

const onboard = call({
  method: "POST",
  path: "/sandbox-control/accounts/:id/onboarding",
  params: { outcome: required(oneOf(...OUTCOMES)) },
  async run(context, { outcome }, { id }) {
    await concludeOnboarding(context, await get(context, "account", id), outcome);
    return getBody(context, "account", id);
  },
});

const deauthorize = call({
  method: "POST",
  path: "/sandbox-control/accounts/:id/deauthorize",
  params: {},
  async run(context, _given, { id }) {
    await disconnect(context, await get(context, "account", id));
    return { id, object: "account", deauthorized: true };
  },
});

const resend = call({
  method: "POST",
  path: "/sandbox-control/events/:id/resend",
  params: {},
  run: async ({ db }, _given, { id }) => ({ object: "resend", deliveries: await resendEvent(db, id) }),
});

type DeliveryRow = {
  id: string;
  event_id: string;
  endpoint: string | null;
  is_double: boolean;
  state: string;
  attempts: number;
  last_status: number | null;
  last_error: string | null;
};

const DELIVERIES = `(
  select id as seq, id::text as id, event_id, endpoint, is_double, state, attempts, last_status, last_error
  from card_sandbox.deliveries) deliveries`;

const deliveries = call({
  method: "GET",
  path: "/sandbox-control/deliveries",
  params: { ...PAGING, state: oneOf("pending", "delivered", "failed", "dropped") },
  async run(context, { state, ...paging }) {
    const { rows, has_more } = await page<DeliveryRow>(
      context,
      { from: DELIVERIES, conditions: [["state = $", state]] },
      paging,
    );
    const data = rows.map(({ id, event_id, endpoint, is_double, state, attempts, last_status, last_error }) => ({
      object: "delivery",
      id,
      event: event_id,
      endpoint,
      is_double,
      state,
      attempts,
      last_status,
      last_error,
    }));
    return { object: "list", url: "/sandbox-control/deliveries", has_more, data };
  },
});

const invariants = call({
  method: "GET",
  path: "/sandbox-control/invariants",
  params: {},
  run: async ({ db }) => ({ object: "invariants", violations: await findInvariantViolations(db) }),
});

/** For tests and demos: triggers what a bank, a cardholder or an outage would cause at Stripe. */
export const CONTROL_CALLS = [
  setFault,
  removeFaults,
  dispute,
  warn,
  decide,
  breakPayout,
  breakRefund,
  onboard,
  deauthorize,
  resend,
  deliveries,
  invariants,
];

/** Mounted separately, because deliveries must run outside a transaction. */
export function mountDeliveryControl(app: FastifyInstance, deps: Deps): void {
  app.post("/sandbox-control/pump", async (request, reply) => {
    try {
      authenticate(request.headers, deps.keys, "secret");
    } catch (error) {
      if (error instanceof Refusal) return reply.code(error.status).send({ error: error.body });
      throw error;
    }
    return { object: "pump", attempted: await settle(deps, { isEarly: true }) };
  });
}

/** Finds a payout by its id on any account. */
async function getPayoutAnywhere({ db }: Pick<Context, "db">, id: string) {
  const { rows } = await db.query<{ account: string; payout: Stripe.Payout }>(
    "select account, body as payout from card_sandbox.documents where id = $1 and kind = 'payout'",
    [id],
  );
  if (!rows[0]) throw noSuch("payout", id);
  return rows[0];
}
