import "./launch/require-node.mjs";

const { commandLine } = await import("./launch/command-line.mjs");
const { loadEnvFile } = await import("./launch/env-file.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
const { withProgress } = await import("./launch/progress.mjs");
const { inRepository, toolPath } = await import("./launch/repository.mjs");
const { runCommand } = await import("./launch/run-command.mjs");
const { STRIPE_NOT_RUN, stripeKey, stripeResult } = await import("./verify/stripe-line.mjs");

const SUITE = "apps/server/src/adapters/payments/stripe-payments.int.test.ts";
const REPORT = "reports/stripe.json";
/** Time for Vitest to stop its database. */
const GRACE_MS = 10_000;

await commandLine(async () => {
  loadEnvFile();
  if (stripeKey(process.env) === null) {
    console.log(STRIPE_NOT_RUN);
    return;
  }
  await installIfNeeded();
  // The same file runs the suite against the card sandbox, under another name.
  const only = ["--project", "integration", SUITE, "-t", "^Stripe "];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORT}`];
  const { ok, output } = await withProgress(
    "Stripe's test mode",
    () => runCommand([toolPath("vitest"), "run", ...only, ...reporters], { graceMs: GRACE_MS }),
    (result) => result.ok,
  );
  console.log(`\n${output.trim()}\n`);
  const result = stripeResult(inRepository(REPORT), process.env);
  console.log(result.line);
  if (!ok || !result.ok) process.exitCode = 1;
});
