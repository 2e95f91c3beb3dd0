import { embeddedIdentity } from "../adapters/identity/embedded/embedded-identity.ts";
import { type EmbeddedProvider, embeddedProvider } from "../adapters/identity/embedded/embedded-provider.ts";
import type { IdentityPort } from "../adapters/identity/identity.port.ts";
import { openidIdentity } from "../adapters/identity/openid-identity.ts";
import { DEMO_PASSWORD, DEMO_PEOPLE } from "../demo/people.ts";
import type { Config } from "../platform/config/config.ts";
import type { Db } from "../platform/db/db.ts";

type Identity = {
  identity: IdentityPort | null;
  /** To be served under /oidc, when the demo's own provider is the one in use. */
  embeddedProvider: EmbeddedProvider | null;
};

type Settings = Pick<Config, "openId" | "identityProviderName" | "isDemo" | "secret">;

const DEMO_NAME = "Nexby ID";
const DEMO_NOTE = `The first time, Nexby asks for the password of the demo accounts: ${DEMO_PASSWORD}.`;

/** The provider that is set; else, in a demo, one of our own; else none. */
export function chooseIdentity(settings: Settings, db: Db, onFault: (error: unknown) => void): Identity {
  const { openId, isDemo, secret } = settings;
  if (openId) return { identity: openidIdentity(openId), embeddedProvider: null };
  if (!isDemo) return { identity: null, embeddedProvider: null };
  const people = DEMO_PEOPLE.map(({ key, firstName, lastName, email }) => ({
    subject: key,
    firstName,
    lastName,
    email,
  }));
  const name = settings.identityProviderName ?? DEMO_NAME;
  const provider = embeddedProvider({ db, secret, people, name, note: DEMO_NOTE, onFault });
  return {
    identity: embeddedIdentity({ name, provider, secret }),
    embeddedProvider: provider,
  };
}
