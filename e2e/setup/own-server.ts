import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "../support/test.ts";
import { type RunningServer, startServer } from "./start-server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * For a file that changes shared data: a server with its own demo data, from the file's first test to its last.
 * `settings` are environment variables, resolved once the services they name are running.
 */
export function useOwnServer(settings: () => Promise<Record<string, string>> = async () => ({})): () => RunningServer {
  let workspace: string;
  let server: RunningServer | undefined;

  test.beforeAll(async () => {
    test.setTimeout(90_000);
    workspace = mkdtempSync(join(tmpdir(), "nexby-e2e-own-"));
    // The database runs as another user.
    chmodSync(workspace, 0o711);
    server = await startServer(root, workspace, await settings());
  });

  test.afterAll(async () => {
    await server?.stop();
    rmSync(workspace, { recursive: true, force: true });
  });

  return () => {
    if (!server) throw new Error("The server is there from beforeAll on");
    return server;
  };
}
