import * as contract from "@nexby/contract/recovery";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentCurrentUser } from "../accounts.presenter.ts";
import { confirmEmailChange } from "../verification/use-cases/confirm-email-change.ts";
import { startEmailChange } from "../verification/use-cases/start-email-change.ts";
import { presentCodeSent } from "../verification/verification.presenter.ts";
import { changePassword } from "./use-cases/change-password.ts";
import { requestPasswordReset } from "./use-cases/request-password-reset.ts";
import { resetPassword } from "./use-cases/reset-password.ts";

type Deps = HttpDeps & { secret: string; isDemo: boolean };

export function recoveryRoutes(app: FastifyInstance, deps: Deps) {
  const { secret, isDemo } = deps;

  mount(app, deps, contract.requestPasswordReset, async ({ db, body, siteUrl }) => {
    await requestPasswordReset(db, { email: body.email, siteUrl });
    return {};
  });

  mount(app, deps, contract.resetPassword, async ({ db, body, viewer, userAgent, setSession }) => {
    const { user, token } = await resetPassword(db, body, { userAgent, before: viewer, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, contract.changePassword, async ({ db, viewer, body, userAgent, setSession }) => {
    const { user, token } = await changePassword(db, viewer, body, { userAgent, isDemo });
    setSession(token);
    return { user: presentCurrentUser(user), token };
  });

  mount(app, deps, contract.startEmailChange, async ({ db, viewer, body }) =>
    presentCodeSent(await startEmailChange(db, viewer, body, secret)),
  );

  mount(app, deps, contract.confirmEmailChange, async ({ db, viewer, body }) =>
    presentCurrentUser(await confirmEmailChange(db, viewer, body, secret)),
  );
}
