import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { embeddedMailbox } from "../adapters/mailbox/captured-messages.ts";
import { type AppDeps, buildApp } from "../app.ts";
import type { Viewer } from "../platform/auth/viewer.ts";
import { createLogger } from "../platform/logging/logger.ts";
import { createEventHub } from "../platform/realtime/event-hub.ts";

export type TestApp = { origin: string; app: FastifyInstance; close(): Promise<void> };

type Overrides = Partial<AppDeps> & Pick<AppDeps, "db"> & { extend?: (app: FastifyInstance, deps: AppDeps) => void };

const VIEWER_HEADER = "x-test-viewer";

/** In tests a request says who it is; the ways to prove it have tests of their own. */
const authenticateByHeader: AppDeps["authenticate"] = async ({ headers }) => {
  const text = headers[VIEWER_HEADER];
  return typeof text === "string" ? (JSON.parse(text) as Viewer) : null;
};

export const asViewer = (viewer: Viewer) => ({ [VIEWER_HEADER]: JSON.stringify(viewer) });

/** The real server on a port of its own. Without a web build of its own it serves the API only. */
export async function startTestApp({ extend, ...deps }: Overrides): Promise<TestApp> {
  const directory = await mkdtemp(join(tmpdir(), "nexby-test-app-"));
  const all: AppDeps = {
    authenticate: authenticateByHeader,
    logger: createLogger("silent"),
    hub: createEventHub(deps.db),
    mailbox: embeddedMailbox(deps.db),
    worker: { isAlive: () => true },
    isDemo: true,
    proxyHops: 0,
    webDirectory: directory,
    mediaDirectory: directory,
    isHttps: false,
    ...deps,
  };
  const app = await buildApp(all);
  extend?.(app, all);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    origin,
    app,
    close: async () => {
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
