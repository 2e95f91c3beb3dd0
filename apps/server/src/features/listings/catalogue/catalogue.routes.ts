import * as contract from "@nexby/contract/items";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentItem, presentItemDetail } from "./items.presenter.ts";
import { countItemView } from "./use-cases/count-item-view.ts";
import { getItem } from "./use-cases/get-item.ts";
import { listItems } from "./use-cases/list-items.ts";
import { listSimilarItems } from "./use-cases/list-similar-items.ts";

export function catalogueRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listItems, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listItems(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentItem);
  });

  mount(app, deps, contract.getItem, async ({ db, params }) => presentItemDetail(await getItem(db, params.itemId)));

  mount(app, deps, contract.listSimilarItems, async ({ db, params }) =>
    (await listSimilarItems(db, params.itemId)).map(presentItem),
  );

  mount(app, deps, contract.countItemView, async ({ db, viewer, visitor, params }) => {
    await countItemView(db, { ...params, visitor, viewerId: viewer?.id ?? null });
    return { success: true as const };
  });
}
