import type { ServerResponse } from "node:http";
import type { Db } from "../db/db.ts";
import type { EventHub } from "./event-hub.ts";
import { currentPlace, decodePlace, encodePlace, isForgotten, type StoredEvent } from "./event-reader.ts";

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
  `id: ${encodePlace(place)}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;

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
  const known = lastEventId === undefined ? null : decodePlace(lastEventId);
  if (known && !(await isForgotten(db, known))) return { place: known, greeting: "welcome_back" };
  return { place: await currentPlace(db), greeting: lastEventId === undefined ? "welcome" : "reload" };
}

/** Speaks server-sent events on an open response until one side ends it. */
export async function streamEvents(response: ServerResponse, options: Options): Promise<void> {
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
