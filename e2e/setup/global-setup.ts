import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { FullConfig } from "@playwright/test";
import { openDemoSessions } from "./demo-sessions.ts";
import { findBrowser } from "./find-browser.ts";
import { startServer } from "./start-server.ts";
import { shareWithWorkers } from "./test-environment.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Lets each test use its own IP address, as real users do: rate limits count by address. */
const BEHIND_A_PROXY = { TRUST_PROXY: "1" };

/** All tests share a browser and a server. E2E_BASE_URL selects a server that is already running. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  const workspace = mkdtempSync(join(tmpdir(), "nexby-e2e-"));
  // As root, the database runs as another user, who needs access to this folder.
  chmodSync(workspace, 0o711);
  const removeWorkspace = () => rmSync(workspace, { recursive: true, force: true });
  try {
    const given = process.env.E2E_BASE_URL;
    const starting = given
      ? Promise.resolve({ address: given, stop: async () => {} })
      : startServer(root, workspace, BEHIND_A_PROXY);
    // If there is no browser, the server is stopped before the error is reported.
    const browser = await findBrowser(workspace).catch(async (error) => {
      await starting.then(({ stop }) => stop()).catch(() => undefined);
      throw error;
    });
    const name = `${browser.version} (${browser.executablePath})`;
    // Goes into the report, from which the last lines of a run are printed.
    config.metadata.browser = name;
    process.stdout.write(`Browser: ${name}\n`);
    const server = await starting;
    shareWithWorkers({ ...browser, address: server.address, demoSessions: await openDemoSessions(server.address) });
    return async () => {
      await server.stop().finally(removeWorkspace);
    };
  } catch (error) {
    removeWorkspace();
    throw error;
  }
}
