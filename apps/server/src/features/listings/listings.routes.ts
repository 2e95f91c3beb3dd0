import { listCategories as listCategoriesEndpoint } from "@nexby/contract/categories";
import { getItem as getItemEndpoint, listItems as listItemsEndpoint } from "@nexby/contract/items";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentItem, presentItemDetail } from "./listings.presenter.ts";
import { getItem } from "./use-cases/get-item.ts";
import { listCategories } from "./use-cases/list-categories.ts";
import { listItems } from "./use-cases/list-items.ts";

export function listingsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, listCategoriesEndpoint, ({ db }) => listCategories(db));

  mount(app, deps, listItemsEndpoint, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listItems(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentItem);
  });

  mount(app, deps, getItemEndpoint, async ({ db, params }) => presentItemDetail(await getItem(db, params.itemId)));
}
