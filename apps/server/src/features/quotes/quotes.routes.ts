import * as contract from "@nexby/contract/quotes";
import type { FastifyInstance } from "fastify";
import type { GeocodingPort } from "../../adapters/geocoding/geocoding.port.ts";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentQuote } from "./quotes.presenter.ts";
import { getItemCalendar } from "./use-cases/get-item-calendar.ts";
import { quoteRental } from "./use-cases/quote-rental.ts";

type Deps = HttpDeps & { geocoding: GeocodingPort };

export function quotesRoutes(app: FastifyInstance, deps: Deps) {
  mount(app, deps, contract.quoteItem, async ({ db, viewer, params, body }) =>
    presentQuote(await quoteRental(db, deps.geocoding, { ...params, viewerId: viewer?.id ?? null }, body)),
  );

  mount(app, deps, contract.getItemCalendar, ({ db, viewer, params, query }) =>
    getItemCalendar(db, { ...params, viewerId: viewer?.id ?? null }, query),
  );
}
