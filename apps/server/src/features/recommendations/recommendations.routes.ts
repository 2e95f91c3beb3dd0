import { listSimilarItems as similarItems } from "@nexby/contract/items";
import { listRecommendations as recommendations } from "@nexby/contract/recommendations";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentItem } from "../listings/public.ts";
import { presentRecommendation } from "./recommendations.presenter.ts";
import { listRecommendations } from "./use-cases/list-recommendations.ts";
import { listSimilarItems } from "./use-cases/list-similar-items.ts";

export function recommendationsRoutes(app: FastifyInstance, deps: HttpDeps & { geocoding: GeocodingPort }) {
  mount(app, deps, recommendations, async ({ db, viewer }) =>
    (await listRecommendations(db, deps.geocoding, viewer.id)).map(presentRecommendation),
  );

  mount(app, deps, similarItems, async ({ db, viewer, params }) =>
    (await listSimilarItems(db, viewer?.id ?? null, params.itemId)).map(presentItem),
  );
}
