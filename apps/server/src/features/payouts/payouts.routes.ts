import * as contract from "@nexby/contract/payouts";
import type { FastifyInstance } from "fastify";
import type { PaymentsPort } from "../../adapters/payments/payments.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentPayoutAccount } from "./payouts.presenter.ts";
import { getPayoutAccount } from "./use-cases/get-payout-account.ts";
import { openPayoutDashboard } from "./use-cases/open-payout-dashboard.ts";
import { refreshPayoutAccount } from "./use-cases/refresh-payout-account.ts";
import { replacePayoutAccount } from "./use-cases/replace-payout-account.ts";
import { startOnboarding } from "./use-cases/start-onboarding.ts";

type Deps = HttpDeps & { payments: PaymentsPort };

export function payoutsRoutes(app: FastifyInstance, deps: Deps) {
  const { payments } = deps;

  mount(app, deps, contract.getPayoutAccount, async ({ db, viewer }) =>
    presentPayoutAccount(await getPayoutAccount(db, viewer)),
  );

  mount(app, deps, contract.refreshPayoutAccount, async ({ db, viewer }) =>
    presentPayoutAccount(await refreshPayoutAccount(db, payments, viewer)),
  );

  mount(app, deps, contract.startPayoutOnboarding, async ({ db, viewer, siteUrl }) => ({
    url: await startOnboarding(db, payments, viewer, siteUrl),
  }));

  mount(app, deps, contract.openPayoutDashboard, async ({ db, viewer, body }) => ({
    url: await openPayoutDashboard(db, payments, viewer, body.password),
  }));

  mount(app, deps, contract.replacePayoutAccount, async ({ db, viewer, body, siteUrl }) => ({
    url: await replacePayoutAccount(db, viewer, body.password, { payments, siteUrl }),
  }));
}
