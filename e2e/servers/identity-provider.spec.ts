import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ProviderUnderTest, startProvider } from "../../apps/server/src/adapters/identity/provider-under-test.ts";
import { freePort, type RunningServer, startServer } from "../setup/start-server.ts";
import { expect, test } from "../support/test.ts";

// The page that is left for /api/logout may just be asking for its news, of which there are none any more.
test.use({ expectedProblems: /status of 401 .*\/api\/(events|notifications|bookings)/ });

const root = fileURLToPath(new URL("../..", import.meta.url));

let workspace: string;
let provider: ProviderUnderTest;
let server: RunningServer;

/** The product at 127.0.0.1 and somebody else's identity provider at localhost: two sites to a browser. */
test.beforeEach(async () => {
  workspace = mkdtempSync(join(tmpdir(), "nexby-e2e-identity-"));
  chmodSync(workspace, 0o711);
  const port = String(await freePort());
  provider = await startProvider(`http://127.0.0.1:${port}/api/login/callback`, {
    clientAuth: "client_secret_post",
    algorithm: "ES256",
    hasClaimsInIdToken: false,
    hasSignOut: false,
  });
  const { issuer, clientId, clientSecret = "", name } = provider.settings;
  server = await startServer(root, workspace, {
    PORT: port,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: name,
  });
});

test.afterEach(async ({ page }) => {
  // Its pictures may still be on their way, and a page complains about each that does not come.
  await page.close();
  await server.stop();
  await provider.close();
  rmSync(workspace, { recursive: true, force: true });
});

test("[ROUTE-08] a provider at another site signs in, and /api/logout signs out", async ({ page }) => {
  provider.seat("ida", { email: "ida@town.example", email_verified: true, given_name: "Ida", family_name: "Moss" });
  const currentUser = () => page.request.get(`${server.address}/api/auth/user`);
  // What is on its way when the session ends is refused, which browsers write down as an error.
  const counted = page.waitForResponse(`${server.address}/api/bookings/counts`);
  await page.goto(`${server.address}/api/login?returnTo=/credits`);
  await expect(page).toHaveURL(`${server.address}/credits`);
  await counted;
  expect(await (await currentUser()).json()).toMatchObject({ email: "ida@town.example", firstName: "Ida" });
  expect(provider.asked).toContain("POST /token");

  await page.goto(`${server.address}/api/logout`);
  await expect(page).toHaveURL(`${server.address}/`);
  expect((await currentUser()).status()).toBe(401);
});
