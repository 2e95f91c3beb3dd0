import Fastify from "fastify";
import pg from "pg";
import { CONNECTION, openDatabase } from "../../apps/server/src/platform/db/db.ts";
import { createLogger } from "../../apps/server/src/platform/logging.ts";
import { startTestApp } from "../../apps/server/src/testing/test-app.ts";
import { searchMix } from "./search-mix.ts";
import { recordStatements, replay } from "./statements.ts";

/** Runs in its own process: our server, or a bare handler that sends the same SQL. */
const [kind, url = "", size = "1"] = process.argv.slice(2);
const CONNECTIONS = 8;

async function serveProduct(): Promise<string> {
  const { db } = openDatabase({ url, poolSize: CONNECTIONS, onIdleError: () => undefined });
  return (await startTestApp({ db, logger: createLogger("info") })).origin;
}

async function serveBare(): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, ...CONNECTION });
  const recorded = await recordStatements(url, searchMix(Number(size)));
  const app = Fastify();
  app.get<{ Params: { number: string } }>("/:number", ({ params }) =>
    replay(pool, recorded[Number(params.number)] ?? []),
  );
  return app.listen({ host: "127.0.0.1", port: 0 });
}

process.send?.(await (kind === "bare" ? serveBare() : serveProduct()));
