import type { Db } from "../db/db.ts";
import { type EventPlace, hasHeldBackEvents, readEvents, type StoredEvent } from "./event-reader.ts";

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
