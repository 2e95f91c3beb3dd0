import * as savedContract from "@nexby/contract/discovery/saved";
import { listRecommendations as recommendations } from "@nexby/contract/discovery/saved";
import * as savedSearchesContract from "@nexby/contract/discovery/saved-searches";
import * as searchContract from "@nexby/contract/discovery/search";
import { suggestSearches as endpoint } from "@nexby/contract/discovery/search";
import { listItems as itemsEndpoint, listSimilarItems as similarItems } from "@nexby/contract/listings/items";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentItem } from "../listings/public.ts";
import { createSavedSearch, deleteSearch, updateSearch } from "./commands/save-search.ts";
import {
  presentFoundItem,
  presentRecommendation,
  presentSavedSearch,
  presentSearchCount,
} from "./discovery.presenter.ts";
import { describeFound, listItems } from "./list-items.ts";
import { listRecommendations, listSimilarItems } from "./recommendations.ts";
import {
  addFavorite,
  clearRecentViews,
  listFavoriteIds,
  listFavorites,
  listRecentlyViewed,
  removeFavorite,
  removeRecentView,
} from "./saved-items.ts";
import { listSavedSearches } from "./saved-searches.queries.ts";
import { countFacets } from "./search/facets.ts";
import { listSearchAnalytics } from "./search-analytics.queries.ts";
import { createSearchRecorder } from "./search-recorder.ts";
import { suggestSearches } from "./suggestions.queries.ts";

export function searchRoutes(app: FastifyInstance, deps: HttpDeps) {
  const searches = createSearchRecorder(deps.db, app.log);
  app.addHook("onClose", () => searches.close());

  mount(app, deps, itemsEndpoint, async ({ db, visitor, query, linkNext }) => {
    const { rows, nextCursor } = await listItems(db, query);
    if (nextCursor) linkNext(nextCursor);
    searches.note({ query, visitor, results: rows.length });
    return (await describeFound(db, rows, query)).map(presentFoundItem);
  });

  mount(app, deps, searchContract.getSearchFacets, ({ db, query }) => countFacets(db, query));
}

export function suggestionsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, endpoint, ({ db, query }) => suggestSearches(db, query.text));
}

export function favoritesRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, savedContract.listFavorites, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listFavorites(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentItem);
  });

  mount(app, deps, savedContract.listFavoriteIds, ({ db, viewer }) => listFavoriteIds(db, viewer.id));

  mount(app, deps, savedContract.addFavorite, async ({ db, viewer, params }) => {
    await addFavorite(db, viewer.id, params.itemId);
    return { success: true as const };
  });

  mount(app, deps, savedContract.removeFavorite, async ({ db, viewer, params }) => {
    await removeFavorite(db, viewer.id, params.itemId);
    return { success: true as const };
  });
}

export function recentlyViewedRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, savedContract.listRecentlyViewed, async ({ db, viewer, query }) =>
    (await listRecentlyViewed(db, viewer.id, query.limit)).map(presentItem),
  );

  mount(app, deps, savedContract.removeRecentView, async ({ db, viewer, params }) => {
    await removeRecentView(db, viewer.id, params.itemId);
    return { success: true as const };
  });

  mount(app, deps, savedContract.clearRecentViews, async ({ db, viewer }) => {
    await clearRecentViews(db, viewer.id);
    return { success: true as const };
  });
}

export function recommendationsRoutes(app: FastifyInstance, deps: HttpDeps & { geocoding: GeocodingPort }) {
  mount(app, deps, recommendations, async ({ db, viewer }) =>
    (await listRecommendations(db, deps.geocoding, viewer.id)).map(presentRecommendation),
  );

  mount(app, deps, similarItems, async ({ db, viewer, params }) =>
    (await listSimilarItems(db, viewer?.id ?? null, params.itemId)).map(presentItem),
  );
}

export function savedSearchesRoutes(app: FastifyInstance, deps: HttpDeps & { geocoding: GeocodingPort }) {
  const { geocoding } = deps;

  mount(app, deps, savedSearchesContract.listSavedSearches, async ({ db, viewer }) =>
    (await listSavedSearches(db, viewer.id)).map(presentSavedSearch),
  );

  mount(app, deps, savedSearchesContract.createSavedSearch, async ({ db, viewer, body }) =>
    presentSavedSearch(await createSavedSearch(db, geocoding, viewer.id, body)),
  );

  mount(app, deps, savedSearchesContract.updateSavedSearch, async ({ db, viewer, params, body }) =>
    presentSavedSearch(await updateSearch(db, geocoding, { userId: viewer.id, id: params.searchId, change: body })),
  );

  mount(app, deps, savedSearchesContract.deleteSavedSearch, async ({ db, viewer, params }) => {
    await deleteSearch(db, viewer.id, params.searchId);
    return { success: true as const };
  });
}

export function searchAnalyticsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, searchContract.listSearchAnalytics, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listSearchAnalytics(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentSearchCount);
  });
}
