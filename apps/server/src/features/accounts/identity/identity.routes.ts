import * as contract from "@nexby/contract/identity";
import type { FastifyInstance } from "fastify";
import type { IdentityPort } from "../../../adapters/identity/identity.port.ts";
import { AppError } from "../../../platform/errors/app-error.ts";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentCurrentUser } from "../accounts.presenter.ts";
import { getIdentityLink } from "./use-cases/get-identity-link.ts";
import { linkIdentity } from "./use-cases/link-identity.ts";
import { listIdentities } from "./use-cases/list-identities.ts";
import { unlinkIdentity } from "./use-cases/unlink-identity.ts";

type Deps = HttpDeps & { identity: IdentityPort | null; isDemo: boolean };

export function identityRoutes(app: FastifyInstance, deps: Deps) {
  const { identity, isDemo } = deps;

  mount(app, deps, contract.getSignInOptions, async () => ({
    identityProvider: identity && { name: identity.name },
  }));

  mount(app, deps, contract.getIdentityLink, async ({ db, body, viewer }) => {
    const { user, needsPassword } = await getIdentityLink(db, body.code, viewer);
    if (!identity) throw new AppError("link_expired");
    return { email: user.email, providerName: identity.name, needsPassword };
  });

  mount(app, deps, contract.linkIdentity, async ({ db, body, viewer, userAgent, setSession }) => {
    const { user, token, returnTo } = await linkIdentity(db, body, { userAgent, before: viewer, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token, returnTo };
  });

  mount(app, deps, contract.listIdentities, async ({ db, viewer }) => {
    const identities = await listIdentities(db, viewer);
    return identities.map(({ id, issuer, email, createdAt }) => ({
      id,
      issuer,
      email,
      createdAt: createdAt.toISOString(),
    }));
  });

  mount(app, deps, contract.unlinkIdentity, async ({ db, viewer, params }) => {
    await unlinkIdentity(db, viewer, params.identityId);
    return {};
  });
}
