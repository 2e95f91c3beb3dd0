import "./launch/require-node.mjs";

const { commandLine, ReadableError } = await import("./launch/command-line.mjs");
const { buildIfNeeded } = await import("./launch/build.mjs");
const { installIfNeeded } = await import("./launch/install.mjs");
const { withProgress } = await import("./launch/progress.mjs");
const { toolPath } = await import("./launch/repository.mjs");
const { runCommand } = await import("./launch/run-command.mjs");

const SERVER = "apps/server/src";
/** Time for the tests to stop their servers and databases. */
const GRACE_MS = 10_000;

/**
 * Tests that `npm test` runs in a short form, except the handoffs and the Node versions, which only run here. `amount` is
 * the default size of the long form, if it has a size. A spec runs in a browser, against the built product; a script runs
 * by itself.
 * @type {Record<string, { file: string, amount?: number }>}
 */
const PROOFS = {
  bookings: { file: `${SERVER}/features/bookings/tests/booking-simulation.int.test.ts`, amount: 600 },
  money: { file: `${SERVER}/features/ledger/tests/money-simulation.int.test.ts`, amount: 500 },
  occupancy: { file: `${SERVER}/features/inventory/tests/occupancy-agreement.int.test.ts`, amount: 1000 },
  search: { file: `${SERVER}/features/discovery/tests/search-availability.int.test.ts`, amount: 300 },
  sandbox: { file: "packages/card-sandbox/src/balance.int.test.ts", amount: 300 },
  kills: { file: `${SERVER}/features/bookings/tests/killed-servers.int.test.ts`, amount: 200 },
  strikes: { file: `${SERVER}/features/bookings/tests/killed-in-flight.int.test.ts`, amount: 10 },
  submits: { file: `${SERVER}/double-submits.int.test.ts`, amount: 5 },
  sessions: { file: "apps/web/build/ended-sessions.int.test.ts" },
  outages: { file: `${SERVER}/features/bookings/tests/outages/outages-proof.int.test.ts`, amount: 60 },
  workers: { file: `${SERVER}/platform/jobs/tests/killed-workers.int.test.ts`, amount: 1000 },
  handoffs: { file: "e2e/phone/interrupted-handoffs.spec.ts", amount: 100 },
  hostile: { file: `${SERVER}/hostile-input.int.test.ts` },
  checks: { file: "scripts/planted.int.test.ts" },
  "node-versions": { file: "scripts/verify/node-versions.mjs" },
};

/**
 * Returns all proofs, or the named one with its amount.
 * @param {string[]} given
 */
function chosenProofs([name, amount, ...others]) {
  if (name === undefined) return Object.entries(PROOFS).map(([each, proof]) => ({ name: each, ...proof }));
  const proof = PROOFS[name];
  if (!proof) throw new ReadableError(`There is no proof ${name}. There are: ${Object.keys(PROOFS).join(", ")}`);
  if (amount === undefined) return [{ name, ...proof }];
  const isAmount = Number.isSafeInteger(Number(amount)) && Number(amount) > 0;
  if (!isAmount || !proof.amount || others.length > 0) {
    throw new ReadableError(`Usage: npm run prove -- ${name}${proof.amount ? ` ${proof.amount}` : ""}`);
  }
  return [{ name, ...proof, amount: Number(amount) }];
}

/** @typedef {{ name: string, file: string, amount?: number }} Proof */

/** @param {Pick<Proof, "file">} proof */
const isInBrowser = ({ file }) => file.endsWith(".spec.ts");

/** @param {Pick<Proof, "file">} proof */
function commandOf(proof) {
  const { file } = proof;
  if (file.endsWith(".mjs")) return [process.execPath, file];
  if (isInBrowser(proof)) return [toolPath("playwright"), "test", file, "--workers=1"];
  return [toolPath("vitest"), "run", "--project", "integration", file];
}

/**
 * @param {Proof} proof
 * @returns {Promise<{ ok: boolean, line: string }>}
 */
async function prove(proof) {
  const { name, amount } = proof;
  const title = `${name}${amount ? ` ${amount}` : ""}`;
  const startedAt = performance.now();
  const command = commandOf(proof);
  const env = { PROVE: name, ...(amount && { PROVE_AMOUNT: String(amount) }) };
  const { ok, output } = await withProgress(
    title,
    () => runCommand(command, { env, graceMs: GRACE_MS }),
    (result) => result.ok,
  );
  console.log(`\n${output.trim()}\n`);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  return { ok, line: `${ok ? "✓" : "✗"} ${title}  ${minutes} min` };
}

await commandLine(async () => {
  const queue = chosenProofs(process.argv.slice(2));
  await installIfNeeded();
  if (queue.some(isInBrowser)) await buildIfNeeded();
  /** @type {{ ok: boolean, line: string }[]} */
  const outcomes = [];
  // Two at a time: the first takes as long as all others together, and each keeps one core busy.
  const worker = async () => {
    for (let proof = queue.shift(); proof; proof = queue.shift()) outcomes.push(await prove(proof));
  };
  await Promise.all([worker(), worker()]);
  for (const { line } of outcomes) console.log(line);
  const passed = outcomes.filter(({ ok }) => ok).length;
  console.log(`${passed} passed, ${outcomes.length - passed} failed`);
  if (passed < outcomes.length) process.exitCode = 1;
});
