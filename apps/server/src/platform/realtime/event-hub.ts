import type { ServerResponse } from "node:http";
import type { Db } from "../db/db.ts";
import {
  currentPlace,
  decodeCursor,
  type EventPlace,
  encodeCursor,
  hasHeldBackEvents,
  isForgotten,
  readEvents,
  type StoredEvent,
} from "./events.ts";

type Follower = { audiences: readonly string[]; wake(): void; stop(): void };

export type EventHub = {
  /** Delivers every event after `from` once and in order, until the returned function is called. */
  follow(options: {
    audiences: readonly string[];
    from: EventPlace;
    deliver: (events: readonly StoredEvent[]) => Promise<void>;
    onError: (error: unknown) => void;
  }): () => void;
  /** Call after an event was written for this audience. */
  wake(audience: string): void;
  /** Call when notifications may have been missed: every follower reads again. */
  wakeAll(): void;
};

const BATCH = 100;
const RETRY_MS = 50;

/**
 * Delivers stored events to the connections of this process. Each follower reads from its own position and a wake-up
 * carries no data, so lost or duplicate wake-ups cannot lose or duplicate an event.
 */
export function createEventHub(db: Db): EventHub {
  const followers = new Map<string, Set<Follower>>();

  const follow: EventHub["follow"] = ({ audiences, from, deliver, onError }) => {
    let place = from;
    let isReading = false;
    let needsAnotherRead = false;
    let isStopped = false;
    let retryTimer: NodeJS.Timeout | undefined;

    const readOn = async () => {
      do {
        needsAnotherRead = false;
        // Checked before reading, so an event released between the two queries is read instead of missed.
        const isHeldBack = await hasHeldBackEvents(db, audiences);
        const events = await readEvents(db, audiences, place, BATCH);
        const last = events.at(-1);
        if (last) {
          await deliver(events);
          place = last.place;
        }
        if (events.length === BATCH) needsAnotherRead = true;
        else if (isHeldBack) retryTimer = setTimeout(follower.wake, RETRY_MS);
      } while (needsAnotherRead && !isStopped);
    };

    const follower: Follower = {
      audiences,
      wake: () => {
        needsAnotherRead = true;
        if (isReading || isStopped) return;
        isReading = true;
        readOn()
          .catch(onError)
          .finally(() => {
            isReading = false;
          });
      },
      stop: () => {
        isStopped = true;
        clearTimeout(retryTimer);
        for (const audience of audiences) {
          const group = followers.get(audience);
          group?.delete(follower);
          if (group?.size === 0) followers.delete(audience);
        }
      },
    };

    for (const audience of audiences) followers.set(audience, (followers.get(audience) ?? new Set()).add(follower));
    follower.wake();
    return follower.stop;
  };

  return {
    follow,
    wake: (audience) => {
      for (const follower of followers.get(audience) ?? []) follower.wake();
    },
    wakeAll: () => {
      for (const follower of new Set([...followers.values()].flatMap((group) => [...group]))) follower.wake();
    },
  };
}

const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 1_000;

type Options = {
  db: Db;
  hub: EventHub;
  audiences: readonly string[];
  lastEventId: string | undefined;
  /** Checked before every write, so that a user who was signed out receives nothing more. */
  mayListen: () => Promise<boolean>;
  onError: (error: unknown) => void;
};

const asText = ({ place, type, data }: StoredEvent) =>
  `id: ${encodeCursor(place)}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Waits for a slow reader instead of buffering its events in memory. */
function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed || response.write(text)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      response.off("drain", done);
      response.off("close", done);
      resolve();
    };
    response.on("drain", done);
    response.on("close", done);
  });
}

/**
 * Resumes at the reader's position if the events after it are still stored; otherwise starts now and tells the client
 * to reload.
 */
async function startingPlace(db: Db, lastEventId: string | undefined) {
  const known = lastEventId === undefined ? null : decodeCursor(lastEventId);
  if (known && !(await isForgotten(db, known))) return { place: known, greeting: "welcome_back" };
  return { place: await currentPlace(db), greeting: lastEventId === undefined ? "welcome" : "reload" };
}

/** Streams server-sent events until either side closes the response. */
export async function openEventStream(response: ServerResponse, options: Options): Promise<void> {
  const { db, hub, audiences, mayListen, onError } = options;
  const send = async (text: string) => {
    if (await mayListen()) await write(response, text);
    else response.end();
  };
  const { place, greeting } = await startingPlace(db, options.lastEventId);
  await write(response, `retry: ${RECONNECT_MS}\n${asText({ place, type: greeting, data: {} })}`);

  const heartbeat = setInterval(() => void send(": still here\n\n").catch(onError), HEARTBEAT_MS);
  const unfollow = hub.follow({
    audiences,
    from: place,
    deliver: (events) => send(events.map(asText).join("")),
    onError: (error) => {
      onError(error);
      response.end();
    },
  });
  response.on("close", () => {
    clearInterval(heartbeat);
    unfollow();
  });
  if (response.destroyed) response.emit("close");
}
