import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findBrowser } from "./find-browser.ts";
import { startServer } from "./start-server.ts";
import { tellWorkers } from "./test-environment.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** One browser and one server for all tests. E2E_BASE_URL names a server that runs already. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default async function globalSetup(): Promise<() => Promise<void>> {
  const workspace = mkdtempSync(join(tmpdir(), "nexby-e2e-"));
  // As root the database runs as another user, who must be able to pass.
  chmodSync(workspace, 0o711);
  const removeWorkspace = () => rmSync(workspace, { recursive: true, force: true });
  try {
    const browser = await findBrowser(workspace);
    const given = process.env.E2E_BASE_URL;
    const server = given ? { address: given, stop: async () => {} } : await startServer(root, workspace);
    tellWorkers({ ...browser, address: server.address });
    return async () => {
      await server.stop().finally(removeWorkspace);
    };
  } catch (error) {
    removeWorkspace();
    throw error;
  }
}
