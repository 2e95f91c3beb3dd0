import * as contract from "@nexby/contract/error-logs";
import type { FastifyInstance } from "fastify";
import { type HttpDeps, mount } from "../../platform/http/mount.ts";
import { reportError } from "./use-cases/report-error.ts";

export function errorLogsRoutes(app: FastifyInstance, deps: HttpDeps) {
  mount(app, deps, contract.reportError, async ({ db, viewer, body, userAgent }) => {
    await reportError(db, body, { viewer, userAgent });
    return {};
  });
}
