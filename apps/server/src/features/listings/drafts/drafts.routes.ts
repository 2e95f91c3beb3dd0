import * as contract from "@nexby/contract/listing-drafts";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../../platform/http/mount.ts";
import { presentDraft } from "./drafts.presenter.ts";
import { discardDraft } from "./use-cases/discard-draft.ts";
import { listDrafts } from "./use-cases/list-drafts.ts";
import { saveDraft } from "./use-cases/save-draft.ts";

export function draftsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.listDrafts, async ({ db, viewer }) => (await listDrafts(db, viewer.id)).map(presentDraft));

  mount(app, deps, contract.saveDraft, async ({ db, viewer, body }) =>
    presentDraft(await saveDraft(db, viewer.id, body)),
  );

  mount(app, deps, contract.discardDraft, async ({ db, viewer, body }) => {
    await discardDraft(db, viewer.id, body.itemId);
    return { success: true as const };
  });
}
