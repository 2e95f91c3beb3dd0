type Reason = { signal: NodeJS.Signals } | { error: unknown };

type Options = {
  /** Lets go of everything; what it does not manage in time is left to the operating system. */
  stop: (reason: Reason) => Promise<void>;
  graceMs: number;
};

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** npm passes on the Ctrl-C that the terminal has sent to us already: a second signal this soon is the same one. */
const SAME_SIGNAL_MS = 2_000;

/** Ends the process in good order, on a signal or an error nobody caught. Impatience, a later signal, ends it at once. */
export function stopGracefully({ stop, graceMs }: Options): (reason: Reason) => void {
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
