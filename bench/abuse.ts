import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { addRentalPhoto } from "@nexby/contract/bookings/condition";
import { uploadProfilePhoto } from "@nexby/contract/listings/photos";
import { startEmbeddedPostgres } from "@nexby/embedded-postgres/embedded-postgres";
import { setUpDatabase } from "../apps/server/src/platform/db/migrate.ts";
import { newId } from "../apps/server/src/platform/ids.ts";
import { addressOf } from "../apps/server/src/testing/call.ts";
import { formWith, jpeg } from "../apps/server/src/testing/listings/good-files.ts";
import type { Attack } from "./abuse/attack.ts";
import { measureMasking } from "./abuse/masking.ts";
import type { Target } from "./abuse/serve.ts";
import { type Figures, visit } from "./abuse/visitors.ts";
import { bundle } from "./bundle.ts";
import { print } from "./search/percentiles.ts";

/** The 99th percentiles of others during an attack, relative to idle in the same run. */
const MOST_TIMES_IDLE = 10;
const IDLE_SECONDS = 15;
/** Slower than this without an attack, the machine is too busy to tell what an attack adds. */
const MOST_IDLE_MS = 250;
const READ_SECONDS = 8;
const CONNECTIONS = 200;
const ATTACKER = { "x-forwarded-for": "203.0.113.200" };

const MESSAGES = "messages that are hard to mask";
const WRITES = "writes with a wrong token";
const UPLOADS = "trickling uploads";
const UNREAD = "clients that never read";

/** Names of attacks; without any, all of them. */
const CHOSEN = process.argv.slice(2);

type Statuses = Record<string, number>;
type Outcome = { name: string; answers: string; figures: Figures; problem?: string | undefined };

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

/** Before any measurement, because bundling takes processor time. */
const [ATTACKER_SCRIPT, SERVER_SCRIPT] = [await bundle("abuse/attack.ts"), await bundle("abuse/serve.ts")];

function start(script: string, args: readonly string[] = []): ChildProcess {
  return fork(script, [...args], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
}

async function answerOf<T>(child: ChildProcess, what: string): Promise<T> {
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${what} ended`)));
  const [message] = await Promise.race([once(child, "message"), ended]);
  return message as T;
}

/** Starts the attacker, whose start is no part of the attack. */
async function hireAttacker(): Promise<(orders: Attack) => Promise<Statuses>> {
  const child = start(ATTACKER_SCRIPT);
  await answerOf(child, "The attacker");
  return (orders) => {
    child.send(orders);
    return answerOf<Statuses>(child, "The attacker");
  };
}

/** Measures the others from the attack's begin to its end. */
async function under(
  name: string,
  { origin }: Target,
  orders: Attack,
  meanwhile: () => Promise<string | undefined> = async () => undefined,
): Promise<Outcome> {
  const attack = await hireAttacker();
  const attacking = attack(orders);
  const [figures, problem, statuses] = await Promise.all([visit(origin, attacking), meanwhile(), attacking]);
  const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return { name, answers: answers.join(", ") || "none", figures, problem };
}

/** Every public answer that takes more work than others to make. */
function publicReads({ itemId, hasPages }: Target): Record<string, string[]> {
  return {
    "API document": ["/api/openapi.json"],
    "API page": ["/api/docs"],
    sitemaps: ["/sitemap.xml", "/sitemaps/pages.xml", `/sitemaps/listings/${itemId}.xml`, "/robots.txt"],
    "counts of a search": ["/api/search/facets?search=bike&latitude=40.73&longitude=-74.26"],
    searches: ["/api/items?search=bike&limit=100", "/api/items?search=laddr&limit=100&sort=rating"],
    "search suggestions": ["/api/search/suggestions?text=bik", "/api/search/suggestions?text=lad"],
    "answers that cost nothing": ["/api/search/suggestions", "/api/nothing"],
    "an item with its calendar": [`/api/items/${itemId}`, `/api/items/${itemId}/calendar?from=2026-12-01`],
    "similar items": [`/api/items/${itemId}/similar`],
    places: ["/api/places?query=07040", "/api/places?query=maple"],
    "the demo's mailbox": ["/dev/mail"],
    readiness: ["/api/ready"],
    ...(hasPages && { pages: ["/", "/browse?search=bike", `/listings/${itemId}`] }),
  };
}

/** Fifty messages of the longest kind that masking took quadratic time for. */
async function sendNastyMessages({ origin, conversationId, renter }: Target): Promise<undefined> {
  const content = "a@".repeat(2_495);
  for (let count = 0; count < 50; count += 1) {
    const response = await fetch(`${origin}/api/conversations/${conversationId}/messages/${newId()}`, {
      method: "PUT",
      headers: { ...renter, "content-type": "application/json" },
      body: JSON.stringify({ content }),
    });
    if (!response.ok) throw new Error(`A message was answered ${response.status}`);
  }
}

/** Adds condition photos until the attack is over, and says if one was refused. */
async function addConditionPhotos({ origin, bookingId, renter }: Target, count: number): Promise<string | undefined> {
  const bytes = await jpeg({ width: 1200, height: 800 });
  for (let sent = 0; sent < count; sent += 1) {
    await pause(1);
    const path = addressOf(addRentalPhoto, { params: { bookingId, photoId: newId() }, query: { stage: "during" } });
    const response = await fetch(origin + path, { method: "POST", headers: renter, body: formWith({ bytes }) });
    if (response.status !== 201) return `a condition photo was answered ${response.status}`;
  }
  return undefined;
}

async function connectionsOf(server: ChildProcess): Promise<number> {
  server.send("connections");
  return answerOf<number>(server, "The server");
}

/** Each by its name. */
function attacksOn(target: Target, server: ChildProcess): Record<string, () => Promise<Outcome>> {
  const { origin, conversationId, renter } = target;
  const reading = { kind: "read", origin, seconds: READ_SECONDS, connections: CONNECTIONS } as const;
  const uploads = { kind: "trickle", senders: target.unapproved, bodiesEach: 20 } as const;
  const unread = { kind: "never-read", path: "/api/openapi.json", connections: 50, requestsEach: 25 } as const;

  const readers = (name: string, orders: Pick<Attack & { kind: "read" }, "paths" | "headers" | "method">) => () =>
    under(name, target, { ...reading, ...orders });
  const publicly = Object.entries(publicReads(target)).map(
    ([name, paths]) => [name, readers(name, { paths, headers: ATTACKER })] as const,
  );
  return {
    [MESSAGES]: () => {
      const paths = [`/api/conversations/${conversationId}/messages?limit=50`];
      const headers = { ...renter, ...ATTACKER };
      return under(MESSAGES, target, { ...reading, paths, headers }, () => sendNastyMessages(target));
    },
    ...Object.fromEntries(publicly),
    [WRITES]: readers(WRITES, {
      method: "POST",
      paths: ["/api/bookings", "/api/items", "/api/favorites"],
      headers: { ...ATTACKER, authorization: "Bearer not-a-token" },
    }),
    [UPLOADS]: () =>
      under(UPLOADS, target, { ...uploads, origin, seconds: 15, path: uploadProfilePhoto.path }, () =>
        addConditionPhotos(target, 10),
      ),
    [UNREAD]: async () => {
      const before = await connectionsOf(server);
      return under(UNREAD, target, { ...unread, origin, seconds: 45 }, async () => {
        await pause(42);
        const left = (await connectionsOf(server)) - before;
        // The visitors' own connections remain.
        return left > unread.connections / 2 ? `${left} connections are still open` : undefined;
      });
    },
  };
}

function report(idle: Figures, { name, answers, figures, problem }: Outcome): void {
  const times = { health: figures.health / idle.health, search: figures.search / idle.search };
  const isMet = !problem && Math.max(times.health, times.search) <= MOST_TIMES_IDLE;
  const cells = (["health", "search"] as const).map(
    (part) => `${figures[part].toFixed(1).padStart(9)}${`${times[part].toFixed(1)}×`.padStart(8)}`,
  );
  print(`${isMet ? "✓" : "✗"} ${name.padEnd(32)}${cells.join("")}   ${answers}${problem ? `; ${problem}` : ""}\n`);
  if (!isMet) process.exitCode = 1;
}

async function measure(server: ChildProcess): Promise<void> {
  const target = await answerOf<Target>(server, "The server");
  await visit(target.origin, pause(3));
  // The first photo loads the image library.
  await addConditionPhotos(target, 1);
  const idle = await visit(target.origin, pause(IDLE_SECONDS));
  print(`p99 of others, milliseconds        health    idle   search    idle   the attacker's answers\n`);
  report(idle, { name: "idle", answers: "", figures: idle });
  if (Math.max(idle.health, idle.search) > MOST_IDLE_MS) throw new Error("This machine is too busy to measure");
  for (const [name, attackNow] of Object.entries(attacksOn(target, server))) {
    if (CHOSEN.length === 0 || CHOSEN.includes(name)) report(idle, await attackNow());
  }
  if (!target.hasPages) print("The web app isn't built, so its pages were not attacked: run npm run build first.\n");
}

const directory = mkdtempSync(join(tmpdir(), "nexby-bench-abuse-"));
// When running as root, the database runs as another user, who must be able to enter the directory.
chmodSync(directory, 0o711);
const postgres = await startEmbeddedPostgres({
  directory: join(directory, "postgres"),
  durable: false,
  log: () => undefined,
});
try {
  const { ownerUrl, applicationUrl: databaseUrl } = postgres;
  print(
    `Attacks on a server of its own, ${CONNECTIONS} connections; load of this machine: ${loadavg()[0]?.toFixed(1)}\n`,
  );
  await setUpDatabase({ ownerUrl, databaseUrl });
  const server = start(SERVER_SCRIPT, [databaseUrl, ownerUrl]);
  const ended = once(server, "exit");
  try {
    await measure(server);
    if (CHOSEN.length === 0 && !measureMasking()) process.exitCode = 1;
  } finally {
    server.kill();
    await ended;
  }
  print(`At most ${MOST_TIMES_IDLE} times idle; load of this machine: ${loadavg()[0]?.toFixed(1)}\n`);
} finally {
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}
