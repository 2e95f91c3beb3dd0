import type { Deps } from "../http/mount-calls.ts";
import { settle } from "./settle.ts";

/** Looks for what is due now and then, one look after the other. */
export function startBackground(deps: Deps): { stop(): Promise<void> } {
  const { everyMilliseconds } = deps.settings().delivery;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const { signal } = stopping;

  const look = async () => {
    // The database may be away for a while; the next look tries again.
    await settle(deps, { signal }).catch(deps.onError);
    plan();
  };
  const plan = () => {
    if (signal.aborted || everyMilliseconds === 0) return;
    timer = setTimeout(() => {
      running = look();
    }, everyMilliseconds);
    timer.unref();
  };
  plan();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
