import * as contract from "@nexby/contract/recovery";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentCurrentUser } from "../accounts.presenter.ts";
import { confirmVerificationCode } from "./use-cases/confirm-verification-code.ts";
import { getVerifications } from "./use-cases/get-verifications.ts";
import { sendVerificationCode } from "./use-cases/send-verification-code.ts";
import { presentCodeSent, presentVerification } from "./verification.presenter.ts";

type Deps = HttpDeps & { secret: string };

export function verificationRoutes(app: FastifyInstance, deps: Deps) {
  const { secret } = deps;

  mount(app, deps, contract.getVerifications, async ({ db, viewer }) => {
    const { email, phone } = await getVerifications(db, viewer);
    return { email: presentVerification(email), phone: presentVerification(phone) };
  });

  mount(app, deps, contract.sendVerificationCode, async ({ db, viewer, body }) =>
    presentCodeSent(await sendVerificationCode(db, viewer, body.channel, secret)),
  );

  mount(app, deps, contract.confirmVerificationCode, async ({ db, viewer, body }) =>
    presentCurrentUser(await confirmVerificationCode(db, viewer, body, secret)),
  );
}
