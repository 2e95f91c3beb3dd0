import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

type Listener = { stop(): Promise<void> };

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const GOODBYE_MS = 1_000;

type Options = {
  url: string;
  channels: readonly string[];
  onMessage: (channel: string, payload: string) => void;
  /** After each (re)connection: what was said meanwhile was not heard. */
  onConnected: () => void;
  /** How often the connection is tried, and how long an answer may take. One whose other end is gone looks like silence. */
  pulseMs?: number;
};

/** Hears NOTIFY on a connection of its own, which is made anew whenever it breaks. */
export function startListener({ url, channels, onMessage, onConnected, pulseMs = 15_000 }: Options): Listener {
  const stopping = new AbortController();
  let hangUp = async () => {};

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
    hangUp = async () => {
      await Promise.race([client.end().catch(() => undefined), sleep(GOODBYE_MS, undefined, { ref: false })]);
      socket.destroy();
    };
    const pulse = setInterval(() => client.query("select 1").catch(() => socket.destroy()), pulseMs);
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
      clearInterval(pulse);
      await hangUp();
    }
  };

  const keepListening = async () => {
    for (let pause = FIRST_PAUSE_MS; !stopping.signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      const wasConnected = await listenOnce();
      if (wasConnected) pause = FIRST_PAUSE_MS;
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = keepListening();

  return {
    stop: async () => {
      stopping.abort();
      await hangUp();
      await running;
    },
  };
}
