import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../apps/server/src/testing/free-port.ts";
import { PATIENCE } from "../../apps/server/src/testing/patience.ts";

export type RunningServer = {
  address: string;
  stop: () => Promise<void>;
  /** Simulates a crash with kill -9. */
  kill: () => Promise<void>;
};

/** Starts the built product with demo data in a folder of its own. */
export async function startServer(
  root: string,
  workspace: string,
  settings: Record<string, string> = {},
): Promise<RunningServer> {
  const port = settings.PORT ?? String(await freePort());
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, "apps/server/dist/main.js")], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      DATA_DIR: join(workspace, "data"),
      DEMO: "true",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));

  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const stop = async () => {
    child.kill("SIGTERM");
    const isStopped = await Promise.race([ended.then(() => true), sleep(PATIENCE.waitMs, false, { ref: false })]);
    if (isStopped) return;
    await kill();
    throw new Error(`The server did not stop within ${PATIENCE.waitMs} ms`);
  };

  const hasEnded = ended.then(() => true);
  for (const deadline = Date.now() + PATIENCE.waitMs; Date.now() < deadline; ) {
    if (await isReady(address)) return { address, stop, kill };
    if (await Promise.race([hasEnded, sleep(100, false)])) throw new Error(`The server ended:\n${printed}`);
  }
  await stop();
  throw new Error(`The server was not ready within ${PATIENCE.waitMs} ms:\n${printed}`);
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/api/ready`).then(
    (response) => response.ok,
    () => false,
  );
}
