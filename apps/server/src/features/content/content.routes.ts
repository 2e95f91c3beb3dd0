import * as contract from "@nexby/contract/policies";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentPolicy, presentPolicyVersion } from "./content.presenter.ts";
import { activatePolicyVersion } from "./use-cases/activate-policy-version.ts";
import { createPolicyVersion } from "./use-cases/create-policy-version.ts";
import { getActivePolicy } from "./use-cases/get-active-policy.ts";
import { listPolicyVersions } from "./use-cases/list-policy-versions.ts";
import { listProhibitedItems } from "./use-cases/list-prohibited-items.ts";

export function contentRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getActiveTerms, async ({ db }) => presentPolicy(await getActivePolicy(db, "terms")));

  mount(app, deps, contract.getActivePrivacyPolicy, async ({ db }) =>
    presentPolicy(await getActivePolicy(db, "privacy-policy")),
  );

  mount(app, deps, contract.getActiveCookiePolicy, async ({ db }) =>
    presentPolicy(await getActivePolicy(db, "cookie-policy")),
  );

  mount(app, deps, contract.listProhibitedItems, ({ db }) => listProhibitedItems(db));

  mount(app, deps, contract.listPolicyVersions, async ({ db, params }) =>
    (await listPolicyVersions(db, params.kind)).map(presentPolicyVersion),
  );

  mount(app, deps, contract.createPolicyVersion, async ({ db, viewer, params, body }) =>
    presentPolicyVersion(await createPolicyVersion(db, viewer, { ...params, ...body })),
  );

  mount(app, deps, contract.activatePolicyVersion, async ({ db, viewer, params }) =>
    presentPolicyVersion(await activatePolicyVersion(db, viewer, params)),
  );
}
