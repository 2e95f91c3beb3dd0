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
  /** Delivers what comes after `from`, each event once and in order, until the returned function is called. */
  follow(options: {
    audiences: readonly string[];
    from: EventPlace;
    deliver: (events: readonly StoredEvent[]) => Promise<void>;
    onError: (error: unknown) => void;
  }): () => void;
  /** Something was written for this audience. */
  wake(audience: string): void;
  /** Words may have been missed: everybody looks. */
  wakeAll(): void;
};

const BATCH = 100;
const LOOK_AGAIN_MS = 50;

/**
 * Brings stored events to the connections of this process. Each follower reads for itself from its own place; a wake-up
 * carries no data. So a lost or doubled wake-up can neither lose nor double an event.
 */
export function createEventHub(db: Db): EventHub {
  const followers = new Map<string, Set<Follower>>();

  const follow: EventHub["follow"] = ({ audiences, from, deliver, onError }) => {
    let place = from;
    let isReading = false;
    let isAskedAgain = false;
    let isStopped = false;
    let again: NodeJS.Timeout | undefined;

    const readOn = async () => {
      do {
        isAskedAgain = false;
        // Asked first: what is let go between the two questions is then read, and never held back and unread.
        const isHeldBack = await hasHeldBackEvents(db, audiences);
        const events = await readEvents(db, audiences, place, BATCH);
        const last = events.at(-1);
        if (last) {
          await deliver(events);
          place = last.place;
        }
        if (events.length === BATCH) isAskedAgain = true;
        else if (isHeldBack) again = setTimeout(follower.wake, LOOK_AGAIN_MS);
      } while (isAskedAgain && !isStopped);
    };

    const follower: Follower = {
      audiences,
      wake: () => {
        isAskedAgain = true;
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
        clearTimeout(again);
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
  /** Asked before everything that is told: who was signed out meanwhile hears nothing more. */
  mayListen: () => Promise<boolean>;
  onError: (error: unknown) => void;
};

const asText = ({ place, type, data }: StoredEvent) =>
  `id: ${encodeCursor(place)}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

/** Waits for a slow reader instead of piling its events up in memory. */
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

/** Where to go on: the reader's own place if we still know what came after it, else now, with the advice to reload. */
async function startingPlace(db: Db, lastEventId: string | undefined) {
  const known = lastEventId === undefined ? null : decodeCursor(lastEventId);
  if (known && !(await isForgotten(db, known))) return { place: known, greeting: "welcome_back" };
  return { place: await currentPlace(db), greeting: lastEventId === undefined ? "welcome" : "reload" };
}

/** Speaks server-sent events on an open response until one side ends it. */
export async function openEventStream(response: ServerResponse, options: Options): Promise<void> {
  const { db, hub, audiences, mayListen, onError } = options;
  const tell = async (text: string) => {
    if (await mayListen()) await write(response, text);
    else response.end();
  };
  const { place, greeting } = await startingPlace(db, options.lastEventId);
  await write(response, `retry: ${RECONNECT_MS}\n${asText({ place, type: greeting, data: {} })}`);

  const heartbeat = setInterval(() => void tell(": still here\n\n").catch(onError), HEARTBEAT_MS);
  const unfollow = hub.follow({
    audiences,
    from: place,
    deliver: (events) => tell(events.map(asText).join("")),
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
