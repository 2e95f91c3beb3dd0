import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

type Listener = { stop(): Promise<void> };

const FIRST_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;
const DISCONNECT_TIMEOUT_MS = 1_000;

type Options = {
  url: string;
  channels: readonly string[];
  onMessage: (channel: string, payload: string) => void;
  /** Called after each (re)connect. Notifications sent while disconnected were missed. */
  onConnected: () => void;
  /** Interval of the keepalive query and its timeout. Without it, a dead peer looks like silence. */
  pulseMs?: number;
};

/** Runs LISTEN on a dedicated connection and reconnects whenever it breaks. */
export function startListener({ url, channels, onMessage, onConnected, pulseMs = 15_000 }: Options): Listener {
  const stopping = new AbortController();
  let disconnect = async () => {};

  const listenOnce = async (): Promise<boolean> => {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString: url,
      application_name: "nexby listener",
      stream: () => socket,
      connectionTimeoutMillis: pulseMs,
      query_timeout: pulseMs,
    });
    const ended = new Promise<false>((resolve) => {
      client.on("error", () => resolve(false));
      client.on("end", () => resolve(false));
    });
    disconnect = async () => {
      await Promise.race([
        client.end().catch(() => undefined),
        sleep(DISCONNECT_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      socket.destroy();
    };
    const keepalive = setInterval(() => client.query("select 1").catch(() => socket.destroy()), pulseMs);
    try {
      const isConnected = await Promise.race([client.connect().then(() => true), ended]);
      if (!isConnected) return false;
      client.on("notification", ({ channel, payload }) => onMessage(channel, payload ?? ""));
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      onConnected();
      await ended;
      return true;
    } catch {
      return false;
    } finally {
      clearInterval(keepalive);
      await disconnect();
    }
  };

  const keepListening = async () => {
    for (let delay = FIRST_RETRY_DELAY_MS; !stopping.signal.aborted; delay = Math.min(delay * 2, MAX_RETRY_DELAY_MS)) {
      const wasConnected = await listenOnce();
      if (wasConnected) delay = FIRST_RETRY_DELAY_MS;
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keepListening();

  return {
    stop: async () => {
      stopping.abort();
      await disconnect();
      await running;
    },
  };
}
