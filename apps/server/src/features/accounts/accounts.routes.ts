import * as contract from "@nexby/contract/accounts";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentCurrentUser } from "./accounts.presenter.ts";
import { getCurrentUser } from "./use-cases/get-current-user.ts";
import { listSessions, revokeOtherSessions, revokeSession, signOut } from "./use-cases/manage-sessions.ts";
import { signIn } from "./use-cases/sign-in.ts";
import { signUp } from "./use-cases/sign-up.ts";

export function accountsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.signUp, async ({ db, body, userAgent, setSession }) => {
    const { user, token } = await signUp(db, body, userAgent);
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, contract.signIn, async ({ db, body, userAgent, viewer, setSession }) => {
    const { user, token } = await signIn(db, body, { userAgent, before: viewer });
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
