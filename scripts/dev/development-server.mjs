import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { build, context } from "esbuild";
import { SERVER_BUNDLE } from "../launch/server-bundle.mjs";

/** A server that doesn't stop by itself is ended, so that a restart takes no longer. */
const RESTART_MS = 2_000;
const STOP_MS = 15_000;
const ASK_EVERY_MS = 50;

/** Ends a process with the one that started it, even after kill -9. */
const TETHER = `--import=data:text/javascript,${encodeURIComponent(
  'process.once("disconnect", () => process.kill(process.pid, "SIGTERM"))',
)}`;

/** @typedef {import("node:child_process").ChildProcess} Child */

/**
 * @param {string} module
 * @param {NodeJS.ProcessEnv} env
 */
const start = (module, env) =>
  // A group of its own, because Ctrl-C must not reach the database before the server has stopped.
  fork(module, { env, execArgv: ["--enable-source-maps", TETHER], detached: true });

/**
 * @param {Child} child
 * @param {number} graceMs
 */
async function end(child, graceMs) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const isDone = await Promise.race([exited.then(() => true), sleep(graceMs, false, { ref: false })]);
  if (isDone) return;
  child.kill("SIGKILL");
  await exited;
}

/**
 * Starts the database, unless the settings name one. It keeps running while the server restarts.
 * @param {string} output where its bundle goes
 * @param {NodeJS.ProcessEnv} env
 */
export async function startDatabase(output, env) {
  if (env.DATABASE_URL) return { urls: {}, stop: async () => {} };
  await build({ ...SERVER_BUNDLE, entryPoints: ["apps/server/src/dev-database.ts"], outdir: output });
  const child = start(`${output}/dev-database.js`, env);
  const [urls] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("The database did not start; the reason is above."))),
  ]);
  return { urls: /** @type {Record<string, string>} */ (urls), stop: () => end(child, STOP_MS) };
}

/** @typedef {{ address: string } | { problem: string }} Outcome */

/**
 * Bundles the server after every change of its sources and restarts it.
 * @param {string} output where its bundle goes
 * @param {NodeJS.ProcessEnv} env
 */
export async function watchServer(output, env) {
  const port = await freePort();
  /** @type {Child | undefined} */
  let child;
  let changes = 0;
  let turn = Promise.resolve();
  /** @type {Outcome | undefined} nothing while it restarts */
  let outcome;
  /** @type {Set<(outcome: Outcome) => void>} */
  const waiting = new Set();

  /** @param {Outcome} reached */
  const settle = (reached) => {
    outcome = reached;
    for (const proceed of waiting) proceed(reached);
    waiting.clear();
  };

  const restart = () => {
    outcome = undefined;
    changes += 1;
    const change = changes;
    turn = turn.then(async () => {
      if (child) await end(child, RESTART_MS);
      if (change !== changes) return;
      const server = start(`${output}/main.js`, { ...env, PORT: String(port) });
      child = server;
      const hasEnded = once(server, "exit").then(() => false);
      const isUp = await Promise.race([answers(port, server), hasEnded]);
      const problem = { problem: "The server has ended; the reason is in the terminal." };
      if (change === changes) settle(isUp ? { address: `http://127.0.0.1:${port}` } : problem);
      void hasEnded.then(() => {
        if (server === child && change === changes) settle(problem);
      });
    });
  };

  /** @type {import("esbuild").Plugin} */
  const restartAfterBuilds = {
    name: "restart-after-builds",
    setup({ onStart, onEnd }) {
      onStart(() => {
        outcome = undefined;
      });
      onEnd(({ errors }) => {
        if (errors.length === 0) return restart();
        const lines = errors.map(({ text, location }) => `${location?.file}:${location?.line} ${text}`);
        settle({ problem: lines.join("\n") });
      });
    },
  };
  const watching = await context({
    ...SERVER_BUNDLE,
    entryPoints: ["main", "calendar-reader"].map((name) => `apps/server/src/${name}.ts`),
    outdir: output,
    plugins: [...SERVER_BUNDLE.plugins, restartAfterBuilds],
  });
  await watching.watch();

  return {
    restart,
    /** @returns {Promise<Outcome>} once the latest change is served, or what keeps it from being served */
    latest: async () => outcome ?? new Promise((resolve) => waiting.add(resolve)),
    stop: async () => {
      changes += 1;
      await watching.dispose();
      await turn;
      if (child) await end(child, STOP_MS);
    },
  };
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
  probe.close();
  await once(probe, "close");
  return port;
}

/**
 * @param {number} port
 * @param {Child} server
 */
async function answers(port, server) {
  while (server.exitCode === null && server.signalCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null);
    if (response?.ok) return true;
    await sleep(ASK_EVERY_MS);
  }
  return false;
}
