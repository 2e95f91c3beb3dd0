import * as contract from "@nexby/contract/platform-settings";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { presentAct } from "../audit/public.ts";
import { getSettings } from "./use-cases/get-settings.ts";
import { listSettingsHistory } from "./use-cases/list-settings-history.ts";
import { updateSettings } from "./use-cases/update-settings.ts";

export function settingsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getPlatformSettings, ({ db }) => getSettings(db));

  mount(app, deps, contract.updatePlatformSettings, ({ db, viewer, body }) => updateSettings(db, viewer, body));

  mount(app, deps, contract.listSettingsHistory, async ({ db, query, linkNext }) => {
    const { rows, nextCursor } = await listSettingsHistory(db, query);
    if (nextCursor) linkNext(nextCursor);
    return rows.map(presentAct);
  });

  mount(app, deps, contract.getListingDefaults, ({ db }) => getSettings(db));
}
