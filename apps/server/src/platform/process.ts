import { ConfigError } from "./config.ts";
import { AppError } from "./errors.ts";

type Reason = { signal: NodeJS.Signals } | { error: unknown };

type StopOptions = {
  /** Lets go of everything; what it does not manage in time is left to the operating system. */
  stop: (reason: Reason) => Promise<void>;
  graceMs: number;
};

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** npm passes on the Ctrl-C that the terminal has sent to us already: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 2_000;

/** Ends the process in good order, on a signal or an error nobody caught. Impatience, a later signal, ends it at once. */
export function stopGracefully({ stop, graceMs }: StopOptions): (reason: Reason) => void {
  let since: number | null = null;

  const begin = (reason: Reason) => {
    if (since !== null) {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    since = performance.now();
    setTimeout(() => process.exit(1), graceMs).unref();
    const code = "error" in reason ? 1 : 0;
    stop(reason).then(
      () => process.exit(code),
      () => process.exit(1),
    );
  };

  for (const signal of SIGNALS) process.on(signal, () => begin({ signal }));
  process.on("uncaughtException", (error) => begin({ error }));
  process.on("unhandledRejection", (error) => begin({ error }));
  return begin;
}

const RETRY_AFTER_SECONDS = 5;

type TurnsOptions = {
  atOnce: number;
  /** Beyond these, a request is better off trying again later. What is patient is not counted. */
  mostWaiting: number;
};

type Wish = {
  /** Nobody is waiting for it: it lets all others go first, and is never refused. */
  isPatient?: boolean;
};

/** Heavy work takes turns: a burst of it must not take the machine from everybody else. */
export function createQueue({ atOnce, mostWaiting }: TurnsOptions) {
  const waiting: (() => void)[] = [];
  const patient: (() => void)[] = [];
  let busy = 0;

  async function takeTurn(isPatient: boolean): Promise<void> {
    if (busy < atOnce) {
      busy += 1;
      return;
    }
    if (!isPatient && waiting.length >= mostWaiting) {
      throw new AppError("service_unavailable", undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    await new Promise<void>((resolve) => (isPatient ? patient : waiting).push(resolve));
  }

  return async function inTurn<T>(work: () => Promise<T>, { isPatient = false }: Wish = {}): Promise<T> {
    await takeTurn(isPatient);
    try {
      return await work();
    } finally {
      const next = waiting.shift() ?? patient.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

const codeOf = (error: Error) => ("code" in error ? error.code : undefined);

/** The last word of a process that could not start: what is wrong and what to do, not where in the code. */
export function explainAndExit(error: unknown): never {
  process.stderr.write(`\n${explain(error)}\n`);
  process.exit(1);
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return `Nexby could not start: ${String(error)}`;
  if (error instanceof ConfigError) return error.message;
  if (codeOf(error) === "EADDRINUSE") {
    return "Nexby could not start: the port is in use by another program. Set PORT to a free one, for example PORT=3001.";
  }
  if (codeOf(error) === "EACCES") return `Nexby could not start: not allowed (${error.message}).`;
  return `Nexby could not start: ${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ""}`;
}
