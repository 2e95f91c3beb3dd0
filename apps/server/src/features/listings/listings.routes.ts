import type { FastifyInstance } from "fastify";
import { type CatalogueDeps, catalogueRoutes } from "./catalogue/catalogue.routes.ts";
import { categoriesRoutes } from "./categories/categories.routes.ts";
import { draftsRoutes } from "./drafts/drafts.routes.ts";
import type { PlaceDeps } from "./ownership/listing-place.ts";
import { ownershipRoutes } from "./ownership/ownership.routes.ts";

export function listingsRoutes(app: FastifyInstance, deps: CatalogueDeps & PlaceDeps) {
  categoriesRoutes(app, deps);
  catalogueRoutes(app, deps);
  ownershipRoutes(app, deps);
  draftsRoutes(app, deps);
}
