import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { type AppDeps, buildApp } from "../app.ts";
import { createLogger } from "../platform/logging/logger.ts";

export type TestApp = { origin: string; app: FastifyInstance; close(): Promise<void> };

type Overrides = Partial<AppDeps> & Pick<AppDeps, "db"> & { extend?: (app: FastifyInstance) => void };

/** The real server on a port of its own. Without a web build of its own it serves the API only. */
export async function startTestApp({ extend, ...deps }: Overrides): Promise<TestApp> {
  const directory = await mkdtemp(join(tmpdir(), "nexby-test-app-"));
  const app = await buildApp({
    logger: createLogger("silent"),
    worker: { isAlive: () => true },
    webDirectory: directory,
    mediaDirectory: directory,
    isHttps: false,
    ...deps,
  });
  extend?.(app);
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
