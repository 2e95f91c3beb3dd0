import * as contract from "@nexby/contract/favorites";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentItem } from "../listings/public.ts";
import { addFavorite } from "./use-cases/add-favorite.ts";
import { listFavoriteIds, listFavorites } from "./use-cases/list-favorites.ts";
import { removeFavorite } from "./use-cases/remove-favorite.ts";

export function favoritesRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listFavorites, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listFavorites(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentItem);
  });

  mount(app, deps, contract.listFavoriteIds, ({ db, viewer }) => listFavoriteIds(db, viewer.id));

  mount(app, deps, contract.addFavorite, async ({ db, viewer, params }) => {
    await addFavorite(db, viewer.id, params.itemId);
    return { success: true as const };
  });

  mount(app, deps, contract.removeFavorite, async ({ db, viewer, params }) => {
    await removeFavorite(db, viewer.id, params.itemId);
    return { success: true as const };
  });
}
