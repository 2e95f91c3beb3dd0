import { startCardSandbox } from "@nexby/card-sandbox";
import { stripePayments } from "../../apps/server/src/adapters/payments/stripe/stripe-payments.ts";
import { readClock } from "../../apps/server/src/platform/clock.ts";
import { openDatabase } from "../../apps/server/src/platform/db/db.ts";
import { createLogger } from "../../apps/server/src/platform/logging.ts";
import { startTestApp } from "../../apps/server/src/testing/test-app.ts";

/** Runs in its own process: our server with the card sandbox. */
const [url = "", ownerUrl = ""] = process.argv.slice(2);
const CONNECTIONS = 10;
const SECRET_KEY = "sk_test_for_measuring";

// When the benchmark fails, its server ends with it.
process.on("disconnect", () => process.exit());

const { db } = openDatabase({ url, poolSize: CONNECTIONS, onIdleError: () => undefined });

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
const payments = stripePayments({ ...keys, apiBase: sandbox.origin });
process.send?.((await startTestApp({ db, payments, logger: createLogger("info") })).origin);
