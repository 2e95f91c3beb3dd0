import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import pg from "pg";
import { openDatabase } from "../apps/server/src/platform/db/db.ts";
import { setUpDatabase } from "../apps/server/src/platform/db/migrate.ts";
import { createBareReservation } from "./checkout/bare-reservation.ts";
import { bareRejectionP99, openBare, serverRejectionP99, startServer, throughput } from "./checkout/measure.ts";
import { bookingsOf, buildTown, type Town } from "./checkout/town.ts";
import { percentile, print } from "./search/percentiles.ts";

const ROUNDS = 3;
const MIN_RATIO = 0.4;
const MIN_HOT = 150;
const MAX_REJECTION_MS = 250;
const MAX_REJECTION_RATIO = 2;
const WARM_UP = 30;
const NAME_WIDTH = 46;

type Urls = { url: string; ownerUrl: string };

const median = (values: readonly number[]) => percentile(values, 50);
const load = () => `load of this machine: ${loadavg()[0]?.toFixed(1)}`;

function check(text: string, isMet: boolean): void {
  print(`${isMet ? "✓" : "✗"} ${text}\n`);
  if (!isMet) process.exitCode = 1;
}

async function measure(town: Town, urls: Urls): Promise<void> {
  const server = await startServer(urls);
  const owner = new pg.Pool({ connectionString: urls.ownerUrl, max: 1 });
  const nextOfAllItems = bookingsOf(town, town.items);
  const templateBooking = await server.reserve(nextOfAllItems());
  await createBareReservation(owner, String(templateBooking));
  const bare = openBare(urls.ownerUrl);
  const parts = {
    "POST /api/bookings": { reserve: server.reserve, next: nextOfAllItems },
    "POST /api/bookings, one hot item": { reserve: server.reserve, next: bookingsOf(town, [town.hotItem]) },
    "with its payment opened at the sandbox": { reserve: server.checkOut, next: nextOfAllItems },
    "one stored function": { reserve: bare.reserve, next: nextOfAllItems },
    "one stored function, one hot item": { reserve: bare.reserve, next: bookingsOf(town, [town.coldItem]) },
  };
  const rates = new Map<string, number[]>();
  const waits: number[] = [];
  const bareWaits: number[] = [];
  try {
    for (const { reserve } of Object.values(parts)) {
      for (let count = 0; count < WARM_UP; count += 1) await reserve(nextOfAllItems());
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, { reserve, next }] of Object.entries(parts)) {
        rates.set(name, [...(rates.get(name) ?? []), await throughput(reserve, next)]);
      }
      waits.push(await serverRejectionP99(server.origin, town, round));
      bareWaits.push(await bareRejectionP99(bare.reserve, town, round));
    }
  } finally {
    await server.stop();
    await bare.stop();
    await owner.end();
  }
  for (const [name, values] of rates) print(`${name.padEnd(NAME_WIDTH)}${median(values).toFixed(0).padStart(6)}/s\n`);
  const rate = (name: keyof typeof parts) => median(rates.get(name) ?? []);
  const ratio = rate("POST /api/bookings") / rate("one stored function");
  check(`of the stored function's throughput: ${ratio.toFixed(2)}, at least ${MIN_RATIO}`, ratio >= MIN_RATIO);
  const hot = rate("POST /api/bookings, one hot item");
  check(`one hot item: ${hot.toFixed(0)}/s, at least ${MIN_HOT}/s`, hot >= MIN_HOT);
  const [wait, bareWait] = [median(waits), median(bareWaits)];
  const inAll = (values: readonly number[]) => values.map((value) => value.toFixed(0)).join(", ");
  print(
    `200 at once for one unit, p99 of the rejections: ${inAll(waits)} ms; stored function ${inAll(bareWaits)} ms\n`,
  );
  check(`p99 ${wait.toFixed(0)} ms, at most ${MAX_REJECTION_MS} ms`, wait <= MAX_REJECTION_MS);
  const waitRatio = wait / bareWait;
  check(
    `${waitRatio.toFixed(2)} times the stored function's, at most ${MAX_REJECTION_RATIO}`,
    waitRatio <= MAX_REJECTION_RATIO,
  );
}

const directory = mkdtempSync(join(tmpdir(), "nexby-bench-checkout-"));
// When running as root, the database runs as another user, who must be able to enter the directory.
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
