import { setTimeout as sleep } from "node:timers/promises";

export type ReceivedEvent = { id: string; type: string; data: unknown };

/** The client side of an event stream, with all events so far. */
export type EventReader = {
  status: number;
  events: ReceivedEvent[];
  /** Heartbeats and other comments. */
  comments: string[];
  lastId(): string | undefined;
  until(condition: (events: readonly ReceivedEvent[]) => boolean): Promise<void>;
  ended: Promise<void>;
  close(): void;
};

const TIMEOUT_MS = 20_000;

export async function readEventStream(address: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(address, { headers, signal: abort.signal });
  const events: ReceivedEvent[] = [];
  const comments: string[] = [];

  const parseBlock = (block: string) => {
    const fields = Object.fromEntries(
      block.split("\n").map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    if ("" in fields) comments.push(fields[""]);
    if (fields.event) events.push({ id: fields.id ?? "", type: fields.event, data: JSON.parse(fields.data ?? "null") });
  };
  const readAll = async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      blocks.forEach(parseBlock);
    }
  };
  const ended = readAll().catch(() => undefined);

  return {
    status: response.status,
    events,
    comments,
    lastId: () => events.at(-1)?.id,
    until: async (condition) => {
      for (const deadline = Date.now() + TIMEOUT_MS; !condition(events); await sleep(10)) {
        if (Date.now() > deadline) throw new Error(`No such event in time; so far ${JSON.stringify(events.slice(-5))}`);
      }
    },
    ended,
    close: () => abort.abort(),
  };
}
