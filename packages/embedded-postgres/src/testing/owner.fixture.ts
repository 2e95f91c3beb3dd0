import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { startEmbeddedPostgres } from "../embedded-postgres.ts";

const FAST_ROWS = 200;
/** After the first rows, so that a test that does something else meanwhile has a core for it. */
const PAUSE_MS = 5;

/** Runs until it is killed: starts a server, prints `started`, then inserts rows and prints each acknowledged id. */
const [directory = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const print = (line: string) => writeSync(1, `${line}\n`);
  const log = (message: string) => print(`log: ${message}`);
  const { ownerUrl } = await startEmbeddedPostgres({ directory, durable: true, log });
  print("started");
  const client = new Client(ownerUrl);
  client.on("error", () => undefined);
  await client.connect();
  await client.query("create table if not exists written (id int primary key)");
  const { rows } = await client.query("select coalesce(max(id), 0) as highest from written");
  for (let id = rows[0].highest + 1; ; id += 1) {
    await client.query("insert into written values ($1)", [id]);
    print(String(id));
    if (id - rows[0].highest > FAST_ROWS) await sleep(PAUSE_MS);
  }
}

main().catch((error: Error) => {
  writeSync(2, error.message);
  process.exit(1);
});
