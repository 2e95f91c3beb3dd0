import * as contract from "@nexby/contract/saved-searches";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentSearch } from "./saved-searches.presenter.ts";
import { deleteSearch } from "./use-cases/delete-search.ts";
import { listSearches } from "./use-cases/list-searches.ts";
import { saveSearch } from "./use-cases/save-search.ts";
import { updateSearch } from "./use-cases/update-search.ts";

export function savedSearchesRoutes(app: FastifyInstance, deps: HttpDeps & { geocoding: GeocodingPort }) {
  const { geocoding } = deps;

  mount(app, deps, contract.listSavedSearches, async ({ db, viewer }) =>
    (await listSearches(db, viewer.id)).map(presentSearch),
  );

  mount(app, deps, contract.saveSearch, async ({ db, viewer, body }) =>
    presentSearch(await saveSearch(db, geocoding, viewer.id, body)),
  );

  mount(app, deps, contract.updateSavedSearch, async ({ db, viewer, params, body }) =>
    presentSearch(await updateSearch(db, geocoding, { userId: viewer.id, id: params.searchId, change: body })),
  );

  mount(app, deps, contract.deleteSavedSearch, async ({ db, viewer, params }) => {
    await deleteSearch(db, viewer.id, params.searchId);
    return { success: true as const };
  });
}
