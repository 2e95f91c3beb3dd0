import type { IdentityPort } from "../../../../adapters/identity/identity.port.ts";
import type { Db } from "../../../../platform/db/db.ts";
import { newToken } from "../../sessions/session-life.ts";
import { insertSignInFlow } from "../sign-in-flows.repository.ts";

type Input = { redirectUri: string; browser: string; returnTo: string };

/** Notes down what the browser must bring back; where to send it. */
export async function beginProviderSignIn(db: Db, identity: IdentityPort, input: Input): Promise<string> {
  const { redirectUri, browser, returnTo } = input;
  const checks = { state: newToken(), nonce: newToken(), codeVerifier: newToken() };
  const address = await identity.begin(redirectUri, checks);
  await insertSignInFlow(db, { ...checks, browser, returnTo });
  return address;
}
