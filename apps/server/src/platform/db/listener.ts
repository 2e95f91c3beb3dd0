import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

type Listener = { stop(): Promise<void> };

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

type Options = {
  url: string;
  channels: readonly string[];
  onMessage: (channel: string, payload: string) => void;
  /** After each (re)connection: what was said meanwhile was not heard. */
  onConnected: () => void;
};

/** Hears NOTIFY on a connection of its own, which is made anew whenever it breaks. */
export function startListener({ url, channels, onMessage, onConnected }: Options): Listener {
  const stopping = new AbortController();
  let current: pg.Client | undefined;

  const listenOnce = async () => {
    const client = new pg.Client({ connectionString: url, application_name: "nexby listener", keepAlive: true });
    current = client;
    const ended = new Promise<void>((resolve) => {
      client.on("error", () => resolve());
      client.on("end", () => resolve());
    });
    try {
      await client.connect();
      client.on("notification", ({ channel, payload }) => onMessage(channel, payload ?? ""));
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      onConnected();
      await ended;
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  const keepListening = async () => {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      const wasConnected = await listenOnce();
      if (wasConnected) pause = FIRST_PAUSE_MS;
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keepListening();

  return {
    stop: async () => {
      stopping.abort();
      await current?.end().catch(() => undefined);
      await running;
    },
  };
}
