import * as contract from "@nexby/contract/profile";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { getCurrentUser } from "../sessions/use-cases/get-current-user.ts";
import { presentProfile, presentPublicProfile } from "./profile.presenter.ts";
import { acceptTerms } from "./use-cases/accept-terms.ts";
import { getPublicProfile, type OwnerSources } from "./use-cases/get-public-profile.ts";
import { updateProfile } from "./use-cases/update-profile.ts";

type Deps = HttpDeps & OwnerSources;

export function profileRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.getProfile, async ({ db, viewer }) => presentProfile(await getCurrentUser(db, viewer)));

  mount(app, deps, contract.updateProfile, async ({ db, viewer, body }) =>
    presentProfile(await updateProfile(db, viewer, body)),
  );

  mount(app, deps, contract.acceptTerms, async ({ db, viewer, body }) =>
    presentProfile(await acceptTerms(db, viewer, body)),
  );

  mount(app, deps, contract.getPublicProfile, async ({ db, params }) =>
    presentPublicProfile(await getPublicProfile(db, deps, params.userId)),
  );
}
