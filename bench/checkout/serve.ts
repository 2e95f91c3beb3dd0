import { startCardSandbox } from "@nexby/card-sandbox";
import type { PaymentsPort } from "../../apps/server/src/adapters/payments/payments.port.ts";
import { stripePayments } from "../../apps/server/src/adapters/payments/stripe-payments.ts";
import { readClock } from "../../apps/server/src/platform/clock/clock.ts";
import { openDatabase } from "../../apps/server/src/platform/db/db.ts";
import { createLogger } from "../../apps/server/src/platform/logging/logger.ts";
import { startTestApp } from "../../apps/server/src/testing/test-app.ts";

/** A process of its own: our server as it runs, with the card sandbox, or with a provider that answers at once. */
const [provider, url = "", ownerUrl = ""] = process.argv.slice(2);
const CONNECTIONS = 10;
const SECRET_KEY = "sk_test_for_measuring";

const { db } = openDatabase({ url, poolSize: CONNECTIONS, onIdleError: () => undefined });

async function withSandbox(): Promise<PaymentsPort> {
  const sandbox = await startCardSandbox({
    databaseUrl: ownerUrl,
    now: () => readClock(db),
    webhookUrl: () => null,
    webhookSecret: "whsec_for_measuring",
    publicOrigin: () => "http://nexby.example",
    secretKey: SECRET_KEY,
    delivery: { everyMilliseconds: 0 },
    onError: (error) => process.stderr.write(`The card sandbox: ${error}\n`),
  });
  const keys = { secretKey: SECRET_KEY, webhookSecrets: ["whsec_for_measuring"], environment: "sandbox" } as const;
  return stripePayments({ ...keys, sandboxPort: sandbox.port });
}

/** Only what a checkout asks. */
function atOnce(): PaymentsPort {
  const made = new Map<string, Awaited<ReturnType<PaymentsPort["createPayment"]>>>();
  const answers: Partial<PaymentsPort> = {
    environment: "sandbox",
    createCustomer: async ({ personId }) => ({ id: `cus_${personId}` }),
    createPayment: async ({ paymentId, amountCents }) => {
      const id = `pi_${paymentId}`;
      const nothing = { authorizedCents: 0, capturedCents: 0, failure: null, cardId: null, charge: null };
      const payment = {
        id,
        paymentId,
        status: "needs_card",
        amountCents,
        clientSecret: `${id}_secret_1`,
        ...nothing,
      } as const;
      made.set(id, payment);
      return payment;
    },
    fetchPayment: async (id) => {
      const payment = made.get(id);
      if (!payment) throw new Error(`${id} was never made`);
      return payment;
    },
  };
  return answers as PaymentsPort;
}

const payments = provider === "sandbox" ? await withSandbox() : atOnce();
process.send?.((await startTestApp({ db, payments, logger: createLogger("info") })).origin);
