import { listCategories as listCategoriesEndpoint } from "@nexby/contract/categories";
import { getItem as getItemEndpoint, listItems as listItemsEndpoint } from "@nexby/contract/items";
import type { FastifyInstance } from "fastify";
import type { Db } from "../../platform/db/db.ts";
import { mount } from "../../platform/http/mount.ts";
import { presentItem, presentItemDetail } from "./listings.presenter.ts";
import { getItem } from "./use-cases/get-item.ts";
import { listCategories } from "./use-cases/list-categories.ts";
import { listItems } from "./use-cases/list-items.ts";

export function listingsRoutes(app: FastifyInstance, { db }: { db: Db }) {
  mount(app, listCategoriesEndpoint, () => listCategories(db));

  mount(app, listItemsEndpoint, async ({ query, linkNext }) => {
    const { items, nextCursor } = await listItems(db, query);
    if (nextCursor) linkNext(nextCursor);
    return items.map(presentItem);
  });

  mount(app, getItemEndpoint, async ({ params }) => presentItemDetail(await getItem(db, params.itemId)));
}
