import * as contract from "@nexby/contract/accounts";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentCurrentUser } from "./accounts.presenter.ts";
import { signIn } from "./passwords/use-cases/sign-in.ts";
import { signUp } from "./passwords/use-cases/sign-up.ts";
import { getCurrentUser } from "./sessions/use-cases/get-current-user.ts";
import { listSessions, revokeOtherSessions, revokeSession, signOut } from "./sessions/use-cases/manage-sessions.ts";

type Deps = HttpDeps & { isDemo: boolean };

export function accountsRoutes(app: FastifyInstance, deps: Deps) {
  const { isDemo } = deps;

  mount(app, deps, contract.signUp, async ({ db, body, userAgent, viewer, setSession }) => {
    const { user, token } = await signUp(db, body, { userAgent, before: viewer, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, contract.signIn, async ({ db, body, userAgent, viewer, setSession }) => {
    const { user, token } = await signIn(db, body, { userAgent, before: viewer, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, contract.signOut, async ({ db, viewer, setSession }) => {
    await signOut(db, viewer);
    setSession(null);
    return {};
  });

  mount(app, deps, contract.getCurrentUser, async ({ db, viewer }) =>
    presentCurrentUser(await getCurrentUser(db, viewer)),
  );

  mount(app, deps, contract.listSessions, async ({ db, viewer }) => {
    const sessions = await listSessions(db, viewer);
    return sessions.map(({ createdAt, lastSeenAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: session.id === viewer.sessionId,
    }));
  });

  mount(app, deps, contract.revokeSession, async ({ db, viewer, params }) => {
    await revokeSession(db, viewer, params.sessionId);
    return {};
  });

  mount(app, deps, contract.revokeOtherSessions, async ({ db, viewer }) => ({
    count: await revokeOtherSessions(db, viewer),
  }));
}
