import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openDatabase } from "../apps/server/src/platform/db/db.ts";
import { startEmbeddedPostgres } from "../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { setUpDatabase } from "../apps/server/src/platform/db/migrate.ts";
import { createBareReservation } from "./checkout/bare-reservation.ts";
import { openBare, rejectionP99, startServer, throughput } from "./checkout/measure.ts";
import { bookingsOf, buildTown, type Town } from "./checkout/town.ts";
import { percentile, print } from "./search/percentiles.ts";

const ROUNDS = 3;
const LEAST_RATIO = 0.35;
const LEAST_HOT = 150;
const MOST_REJECTION_MS = 250;
const WARM_UP = 30;
const NAME_WIDTH = 46;

type Urls = { url: string; ownerUrl: string };

const median = (values: readonly number[]) => percentile(values, 50);
const load = () => `load of this machine: ${loadavg()[0]?.toFixed(1)}`;

function judge(text: string, isKept: boolean): void {
  print(`${isKept ? "✓" : "✗"} ${text}\n`);
  if (!isKept) process.exitCode = 1;
}

async function measure(town: Town, urls: Urls): Promise<void> {
  const server = await startServer("sandbox", urls);
  const quick = await startServer("at once", urls);
  // Each has renters of its own: a customer of the one provider is unknown to the other.
  const third = Math.floor(town.renters.length / 3);
  const nextOf = (index: number) => {
    const own = { ...town, renters: town.renters.slice(index * third, (index + 1) * third) };
    return { spread: bookingsOf(own, town.items), hot: bookingsOf(own, [town.hotItem]) };
  };
  const nexts = [nextOf(0), nextOf(1), nextOf(2)] as const;
  const pattern = await server.reserve(nexts[0].spread());
  const owner = new pg.Pool({ connectionString: urls.ownerUrl, max: 1 });
  await createBareReservation(owner);
  await server.reserve({ renterId: town.renters.at(-1) ?? "", itemId: town.soldOutItem, day: 0 });
  const parts = [server, quick, openBare(urls.ownerUrl, String(pattern))];
  const rates = new Map<string, number[]>();
  const waits: number[] = [];
  try {
    for (const [index, { reserve }] of parts.entries()) {
      for (let count = 0; count < WARM_UP; count += 1) await reserve((nexts[index] ?? nexts[0]).spread());
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, { name, reserve }] of parts.entries()) {
        for (const where of ["spread", "hot"] as const) {
          const key = `${name}, ${where}`;
          rates.set(key, [...(rates.get(key) ?? []), await throughput(reserve, (nexts[index] ?? nexts[0])[where])]);
        }
      }
      waits.push(await rejectionP99(server.post, town));
    }
  } finally {
    for (const { stop } of parts) await stop();
    await owner.end();
  }
  for (const [key, values] of rates) print(`${key.padEnd(NAME_WIDTH)}${median(values).toFixed(0).padStart(6)}/s\n`);
  const rate = (index: number, where: string) => median(rates.get(`${parts[index]?.name}, ${where}`) ?? []);
  const ratio = (index: number) => rate(index, "spread") / rate(2, "spread");
  print(`  of the stored function's throughput without the sandbox: ${ratio(1).toFixed(2)}\n`);
  judge(
    `of the stored function's throughput: ${ratio(0).toFixed(2)}, at least ${LEAST_RATIO}`,
    ratio(0) >= LEAST_RATIO,
  );
  judge(`one hot item: ${rate(0, "hot").toFixed(0)}/s, at least ${LEAST_HOT}/s`, rate(0, "hot") >= LEAST_HOT);
  const wait = median(waits);
  judge(
    `200 at once for what is gone: p99 ${wait.toFixed(0)} ms, at most ${MOST_REJECTION_MS} ms`,
    wait <= MOST_REJECTION_MS,
  );
}

const directory = mkdtempSync(join(tmpdir(), "nexby-bench-checkout-"));
// As root the database runs as another user, who must be able to pass.
chmodSync(directory, 0o711);
const database = await startEmbeddedPostgres({
  directory: join(directory, "database"),
  durable: false,
  log: () => undefined,
});
try {
  const { ownerUrl, applicationUrl: url } = database;
  print(`Checkout, eight clients, median of ${ROUNDS}; ${load()}\n`);
  await setUpDatabase({ ownerUrl, databaseUrl: url }, async () => undefined);
  const { db, close } = openDatabase({ url, poolSize: 4, onIdleError: () => undefined });
  const town = await buildTown(db);
  await close();
  await measure(town, { url, ownerUrl });
  print(`${load()}\n`);
} finally {
  await database.stop();
  rmSync(directory, { recursive: true, force: true });
}
