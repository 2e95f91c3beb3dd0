import * as contract from "@nexby/contract/recently-viewed";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentItem } from "../listings/public.ts";
import { forgetAllViews, forgetView } from "./use-cases/forget-views.ts";
import { listRecentlyViewed } from "./use-cases/list-recently-viewed.ts";

export function recentlyViewedRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listRecentlyViewed, async ({ db, viewer, query }) =>
    (await listRecentlyViewed(db, viewer.id, query.limit)).map(presentItem),
  );

  mount(app, deps, contract.forgetView, async ({ db, viewer, params }) => {
    await forgetView(db, viewer.id, params.itemId);
    return { success: true as const };
  });

  mount(app, deps, contract.forgetAllViews, async ({ db, viewer }) => {
    await forgetAllViews(db, viewer.id);
    return { success: true as const };
  });
}
