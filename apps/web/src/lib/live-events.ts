import type { TopicName } from "@nexby/contract/events";

export type Topic = `${TopicName}:${string}`;
export type EventHandlers = Readonly<Record<string, (data: unknown) => void>>;

type Source = Pick<EventSource, "addEventListener" | "close">;

type Options = {
  topics: readonly Topic[];
  handlers: EventHandlers;
  /** What happened before we listened was not heard: what is on the screen may be old. */
  onGap: () => void;
  open?: (address: string) => Source;
  random?: () => number;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** The server's first word: whether we begin, go on without a gap, or were away for longer than it remembers. */
const GREETINGS = ["welcome", "welcome_back", "reload"];

/** Longer after each failure, and not the same for everybody: a server that comes back is not run over. */
export const pauseBefore = (attempt: number, random: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + random / 2);

/**
 * Follows events until the returned function is called. The connection is made anew by us and not by the browser, which
 * would ask again at the same pace for ever; the place in the stream is kept over the gap.
 */
export function followEvents(options: Options): () => void {
  const { topics, handlers, onGap, random = Math.random } = options;
  const open = options.open ?? ((address: string) => new EventSource(address));
  let source: Source | undefined;
  let lastEventId = "";
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const connect = () => {
    const query = new URLSearchParams({ topics: topics.join(","), ...(lastEventId && { lastEventId }) });
    const current = open(`/api/events?${query}`);
    source = current;
    const on = (type: string, react: (data: unknown) => void) =>
      current.addEventListener(type, (event) => {
        const { lastEventId: place, data } = event as MessageEvent<string>;
        lastEventId = place;
        react(JSON.parse(data));
      });
    for (const greeting of GREETINGS) {
      on(greeting, () => {
        failures = 0;
        if (greeting !== "welcome_back") onGap();
      });
    }
    for (const [type, handle] of Object.entries(handlers)) on(type, handle);
    current.addEventListener("error", () => {
      current.close();
      timer = setTimeout(connect, pauseBefore(failures, random()));
      failures += 1;
    });
  };

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
