import { rm } from "node:fs/promises";
import { makeClusterDirectory } from "@nexby/embedded-postgres/testing/cluster-directory";
import { afterEach, beforeEach } from "vitest";
import { type ServerProcess, startServerProcess, untilNoProcessWorksIn } from "./server-process.ts";

/** A data directory for each test, and servers and commands that use it and have stopped when the test ends. */
export function useServers() {
  let directory = "";
  const started: ServerProcess[] = [];

  beforeEach(async () => {
    directory = await makeClusterDirectory("server");
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map(stop));
    await untilNoProcessWorksIn(directory);
    await rm(directory, { recursive: true, force: true });
  });

  const start = async (
    env: Record<string, string> = {},
    command?: readonly [string, ...string[]],
  ): Promise<ServerProcess> => {
    const server = await startServerProcess({ env: { DATA_DIR: directory, ...env }, ...(command && { command }) });
    started.push(server);
    return server;
  };

  /** Runs a command to its end. */
  const run = async (command: readonly [string, ...string[]]): Promise<{ code: number | string; output: string }> => {
    const { ended, output } = await start({}, command);
    return { code: await ended, output: output() };
  };

  return { directory: () => directory, start, run };
}

export async function stop(server: ServerProcess): Promise<number | string> {
  server.child.kill("SIGTERM");
  return server.ended;
}
