import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "./config.ts";
import { SQL_STATE, sourceOf, sqlStateOf } from "./db/db.ts";
import { AppError } from "./errors.ts";

type Reason = { signal: NodeJS.Signals } | { error: unknown };

type StopOptions = {
  /** Releases all resources. Anything unfinished after `graceMs` is left to the operating system. */
  stop: (reason: Reason) => Promise<void>;
  graceMs: number;
};

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** npm forwards the Ctrl-C that the terminal already sent us, so a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 2_000;

/** Shuts down on a signal or an uncaught error. A later second signal exits immediately. */
export function stopGracefully({ stop, graceMs }: StopOptions): (reason: Reason) => void {
  let startedAt: number | null = null;

  const shutDown = (reason: Reason) => {
    if (startedAt !== null) {
      if (performance.now() - startedAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    startedAt = performance.now();
    setTimeout(() => process.exit(1), graceMs).unref();
    const code = "error" in reason ? 1 : 0;
    stop(reason).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };

  for (const signal of SIGNALS) process.on(signal, () => shutDown({ signal }));
  process.on("uncaughtException", (error) => shutDown({ error }));
  process.on("unhandledRejection", (error) => shutDown({ error }));
  return shutDown;
}

const RETRY_AFTER_SECONDS = 5;

type QueueOptions = {
  /** A function if it changes. */
  atOnce: number | (() => number);
  /** Requests beyond this limit are rejected and should retry later. Patient tasks are not counted. */
  mostWaiting: number;
};

type TaskOptions = {
  /** Waiting users take turns, so nobody waits for more than one task of each other user. */
  person?: string;
  /** No user waits for the result, so the task runs after all others and is never rejected. */
  isPatient?: boolean;
};

/** Limits the concurrency of heavy work, so that a burst cannot starve everything else. */
export function createQueue({ atOnce, mostWaiting }: QueueOptions) {
  const waiting = createLine();
  const patient = createLine();
  let busy = 0;
  const hasRoom = () => busy < (typeof atOnce === "number" ? atOnce : atOnce());

  async function takeTurn({ person = "", isPatient = false }: TaskOptions): Promise<void> {
    if (hasRoom()) {
      busy += 1;
      return;
    }
    if (!isPatient && waiting.length() >= mostWaiting) {
      throw new AppError("service_unavailable", undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    await new Promise<void>((resolve) => (isPatient ? patient : waiting).add(person, resolve));
  }

  return async function inTurn<T>(work: () => Promise<T>, options: TaskOptions = {}): Promise<T> {
    await takeTurn(options);
    try {
      return await work();
    } finally {
      const { person = "" } = options;
      busy -= 1;
      while (hasRoom()) {
        const next = waiting.next(person) ?? patient.next(person);
        if (!next) break;
        busy += 1;
        next();
      }
    }
  };
}

/**
 * For long work in steps. Between two of them, other requests have the event loop for as long as the step took: Node
 * accepts only one connection in each of its turns, so many short steps in a row would keep new visitors waiting.
 */
export function createPauses(): () => Promise<void> {
  let startedAt = performance.now();
  return async () => {
    await sleep(performance.now() - startedAt);
    startedAt = performance.now();
  };
}

export type KeeperOptions = {
  /** What was not read for longest goes first. */
  most: number;
  forMs?: number;
  now?: () => number;
};

/** Keeps what takes long to make, in this process. Requests at the same time share one making. */
export function createKeeper<T>({ most, forMs = Number.POSITIVE_INFINITY, now = Date.now }: KeeperOptions) {
  const kept = new Map<string, { until: number; value: Promise<T> }>();

  return async function keep(key: string, make: () => Promise<T>): Promise<T> {
    const known = kept.get(key);
    const entry = known && known.until > now() ? known : { until: now() + forMs, value: make() };
    // Deleted first, so that the map is ordered by last use.
    kept.delete(key);
    kept.set(key, entry);
    const [oldest = key] = kept.keys();
    if (kept.size > most) kept.delete(oldest);
    try {
      return await entry.value;
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key);
      throw error;
    }
  };
}

/** Fails before anything is started if the server will not be able to listen. */
export async function assertCanListen(where: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen({ ...where, exclusive: true });
  await once(probe, "listening");
  probe.close();
  await once(probe, "close");
}

/** Waiting tasks by user. The map's order is the order of turns: after a turn, a user moves to its end. */
function createLine() {
  const tasks = new Map<string, (() => void)[]>();

  const moveToEnd = (person: string) => {
    const own = tasks.get(person);
    tasks.delete(person);
    if (own && own.length > 0) tasks.set(person, own);
  };
  return {
    length: () => [...tasks.values()].reduce((sum, own) => sum + own.length, 0),
    add(person: string, task: () => void) {
      const own = tasks.get(person);
      if (own) own.push(task);
      else tasks.set(person, [task]);
    },
    /** The first task of the next person, after `served` has just finished one. */
    next(served: string): (() => void) | undefined {
      moveToEnd(served);
      const [first] = tasks;
      const task = first?.[1].shift();
      if (first) moveToEnd(first[0]);
      return task;
    },
  };
}

/** Prints the problem and the fix, without a stack trace, when the process cannot start. */
export function explainAndExit(error: unknown): never {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
}

/** One readable message that names the setting to change. */
export function explain(error: unknown, environment: NodeJS.ProcessEnv = process.env): string {
  if (error instanceof ConfigError) return error.message;
  const source = sourceOf(error);
  if (!(source instanceof Error)) return `Nexby could not start: ${String(source)}`;
  const known = explainDisk(source, Boolean(environment.DATABASE_URL?.trim())) ?? explainListening(source);
  if (known) return `Nexby could not start: ${known}`;
  const cause = source.cause instanceof Error ? ` (${source.cause.message})` : "";
  return `Nexby could not start: ${source.message}${cause}`;
}

const DISK_FULL = /\b(ENOSPC|EDQUOT)\b|No space left on device|Disk quota exceeded/;

/** Some of these errors reach us as text only, from a program such as initdb or from PostgreSQL's log. */
function explainDisk(error: Error, isDatabaseElsewhere: boolean): string | null {
  const isDatabaseFull = sqlStateOf(error) === SQL_STATE.diskFull;
  if (isDatabaseFull && isDatabaseElsewhere)
    return "the disk of the database server in DATABASE_URL is full. Free some space there.";
  const texts = [error, error.cause].map((part) =>
    part instanceof Error ? `${sqlStateOf(part)} ${part.message}` : "",
  );
  if (!isDatabaseFull && !texts.some((text) => DISK_FULL.test(text))) return null;
  return "the disk is full. Free some space, or set DATA_DIR to a folder on another disk.";
}

type ListenError = NodeJS.ErrnoException & { port?: number; hostname?: string };

function explainListening(error: ListenError): string | null {
  if (error.code === "EADDRINUSE") {
    return "the port is in use by another program. Set PORT to a free one, for example PORT=3001.";
  }
  if (error.code === "EACCES" && error.syscall === "listen") {
    return `this user is not allowed to open port ${error.port}. Set PORT to 1024 or higher, for example PORT=3000.`;
  }
  if (error.code === "EADDRNOTAVAIL" || error.syscall === "getaddrinfo") {
    return "HOST is not an address of this machine. Set it to 127.0.0.1, or to 0.0.0.0 for all its addresses.";
  }
  return null;
}
