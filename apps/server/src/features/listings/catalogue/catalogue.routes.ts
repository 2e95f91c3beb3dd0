import * as contract from "@nexby/contract/items";
import type { SearchQuery } from "@nexby/contract/search";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import type { FindOwnerRecord } from "../../accounts/public.ts";
import { presentItem, presentItemDetail } from "./items.presenter.ts";
import { countItemView, type NoteView } from "./use-cases/count-item-view.ts";
import { getItem } from "./use-cases/get-item.ts";
import { listItems } from "./use-cases/list-items.ts";

/** Told of every search that was answered; nobody waits for it. */
type NoteSearch = (search: { query: SearchQuery; visitor: string; results: number }) => void;

export type CatalogueDeps = HttpDeps & {
  noteView: NoteView;
  noteSearch: NoteSearch;
  findOwnerRecord: FindOwnerRecord;
};

export function catalogueRoutes(app: FastifyInstance, deps: CatalogueDeps) {
  mount(app, deps, contract.listItems, async ({ db, visitor, query, linkNext }) => {
    const { rows, nextCursor } = await listItems(db, query);
    if (nextCursor) linkNext(nextCursor);
    deps.noteSearch({ query, visitor, results: rows.length });
    return rows.map(presentItem);
  });

  mount(app, deps, contract.getItem, async ({ db, params }) =>
    presentItemDetail(await getItem(db, deps.findOwnerRecord, params.itemId)),
  );

  mount(app, deps, contract.countItemView, async ({ db, viewer, visitor, params }) => {
    await countItemView(db, { ...params, visitor, viewerId: viewer?.id ?? null }, deps.noteView);
    return { success: true as const };
  });
}
