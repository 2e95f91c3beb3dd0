import * as contract from "@nexby/contract/items";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import type { PlaceDeps } from "./listing-place.ts";
import { presentOwnItem, presentOwnItemSummary } from "./own-items.presenter.ts";
import { createItem } from "./use-cases/create-item.ts";
import { deleteItem } from "./use-cases/delete-item.ts";
import { duplicateItem } from "./use-cases/duplicate-item.ts";
import { getOwnItem } from "./use-cases/get-own-item.ts";
import { listOwnItems } from "./use-cases/list-own-items.ts";
import { updateItem } from "./use-cases/update-item.ts";

export function ownershipRoutes(app: FastifyInstance, deps: HttpDeps & PlaceDeps) {
  mount(app, deps, contract.createItem, async ({ db, viewer, body }) =>
    presentOwnItem(await createItem(db, deps, viewer, body)),
  );

  mount(app, deps, contract.updateItem, async ({ db, viewer, params, body }) =>
    presentOwnItem(await updateItem(db, deps, viewer, { ...params, change: body })),
  );

  mount(app, deps, contract.deleteItem, async ({ db, viewer, params }) => {
    await deleteItem(db, viewer, params.itemId);
    return { success: true as const };
  });

  mount(app, deps, contract.duplicateItem, async ({ db, viewer, params }) =>
    presentOwnItem(await duplicateItem(db, viewer, params.itemId)),
  );

  mount(app, deps, contract.getOwnItem, async ({ db, viewer, params }) =>
    presentOwnItem(await getOwnItem(db, viewer.id, params.itemId)),
  );

  mount(app, deps, contract.listOwnItems, async ({ db, viewer, query, linkNext }) => {
    const { rows, nextCursor } = await listOwnItems(db, viewer.id, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentOwnItemSummary);
  });
}
