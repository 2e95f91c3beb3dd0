import type { PolicyVersionView, PolicyView } from "@nexby/contract/content/policies";
import * as contract from "@nexby/contract/content/policies";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { createPolicyVersion, publishPolicyVersion } from "./commands/publish-policy.ts";
import { getActivePolicy, listPolicyVersions, listProhibitedItems, type Policy } from "./content.queries.ts";

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

  mount(app, deps, contract.publishPolicyVersion, async ({ db, viewer, params }) =>
    presentPolicyVersion(await publishPolicyVersion(db, viewer, params)),
  );
}

const presentPolicy = ({ version, content, createdAt }: Policy): PolicyView => ({
  version,
  content,
  createdAt: createdAt.toISOString(),
});

const presentPolicyVersion = (policy: Policy): PolicyVersionView => ({
  ...presentPolicy(policy),
  isActive: policy.isActive,
});
