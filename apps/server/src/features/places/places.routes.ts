import * as contract from "@nexby/contract/places";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { findPlaceAt } from "./use-cases/find-place-at.ts";

type Deps = HttpDeps & { geocoding: GeocodingPort; mapStyleUrl: string | undefined };

export function placesRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.findPlaces, ({ query }) => deps.geocoding.search(query.query));
  mount(app, deps, contract.getNearestPlace, async ({ query: { latitude, longitude, location } }) => {
    const place = await findPlaceAt(deps.geocoding, { latitude, longitude }, location);
    if (!place) throw new AppError("not_found", "We do not know a place in the United States there");
    return place;
  });
  mount(app, deps, contract.getMapSettings, async () => ({ styleUrl: deps.mapStyleUrl ?? null }));
}
