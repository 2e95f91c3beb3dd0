import * as contract from "@nexby/contract/administration";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { getSettings } from "./use-cases/get-settings.ts";
import { updateSettings } from "./use-cases/update-settings.ts";

export function settingsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.getPlatformSettings, ({ db }) => getSettings(db));

  mount(app, deps, contract.updatePlatformSettings, ({ db, viewer, body }) => updateSettings(db, viewer, body));
}
