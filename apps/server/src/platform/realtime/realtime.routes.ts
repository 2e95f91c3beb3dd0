import { isTimeZone } from "@nexby/contract/messaging/notification-settings";
import { streamEvents, type TopicName } from "@nexby/contract/messaging/notifications";
import type { FastifyInstance } from "fastify";
import type { Viewer } from "../auth.ts";
import type { Db } from "../db/db.ts";
import { AppError } from "../errors.ts";
import { admit, type HttpDeps } from "../http/mount.ts";
import { networkOf } from "../http/network-of.ts";
import { type EventHub, openEventStream } from "./event-hub.ts";
import { userAudience } from "./events.ts";

/** Returns true if the viewer may subscribe to all of these records. */
type TopicPolicy = (viewer: Viewer | null, ids: readonly string[]) => Promise<boolean>;
type TopicPolicies = Record<TopicName, TopicPolicy>;

type Deps = HttpDeps & {
  hub: EventHub;
  topicPolicies: TopicPolicies;
  /** Called when a user connects and then once a minute. */
  noteOnline: (db: Db, userId: string) => Promise<void>;
  /** Keeps the browser's time zone for users who haven't chosen one. */
  noteTimeZone: (db: Db, userId: string, timeZone: string) => Promise<void>;
};

const MAX_PER_USER = 8;
/** Many visitors may share one IP address: a home, an office, a mobile network. */
const MAX_PER_ADDRESS = 64;
const FULL_RETRY_SECONDS = 10;
const ONLINE_MS = 60_000;

export function realtimeRoutes(app: FastifyInstance, deps: Deps) {
  const connections = countConnections();
  const open = new Set<{ end(): void }>();
  app.addHook("preClose", async () => {
    for (const stream of open) stream.end();
  });

  app.get(streamEvents.path, { config: { endpoint: streamEvents }, exposeHeadRoute: false }, async (request, reply) => {
    const { viewer, parsed } = await admit(deps, streamEvents, request);
    const audiences = await audiencesFor(deps.topicPolicies, viewer, parsed.query.topics);
    const leave = viewer
      ? enter(connections, viewer.id, MAX_PER_USER)
      : enter(connections, networkOf(request), MAX_PER_ADDRESS);
    const header = request.headers["last-event-id"];
    const lastEventId = typeof header === "string" ? header : parsed.query.lastEventId;

    reply.hijack();
    const response = reply.raw;
    open.add(response);
    const onError = (error: unknown) => request.log.warn({ err: error }, "An event stream broke");
    const noteOnline = () => viewer && void deps.noteOnline(deps.db, viewer.id).catch(onError);
    const timer = setInterval(noteOnline, ONLINE_MS);
    noteOnline();
    const { timeZone } = parsed.query;
    if (viewer && timeZone && isTimeZone(timeZone)) {
      void deps.noteTimeZone(deps.db, viewer.id, timeZone).catch(onError);
    }
    response.on("close", () => {
      open.delete(response);
      clearInterval(timer);
      leave();
    });
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store",
      "x-accel-buffering": "no",
    });
    const mayListen = async () => viewer === null || (await deps.authenticate(request))?.id === viewer.id;
    await openEventStream(response, { ...deps, audiences, lastEventId, mayListen, onError }).catch((error: unknown) => {
      onError(error);
      response.end();
    });
  });
}

function enter(connections: ConnectionCount, key: string, limit: number): () => void {
  const leave = connections.enter(key, limit);
  if (leave) return leave;
  throw new AppError("too_many_requests", "Too many open connections", { retryAfterSeconds: FULL_RETRY_SECONDS });
}

async function audiencesFor(policies: TopicPolicies, viewer: Viewer | null, topics: readonly string[]) {
  for (const [name, ids] of idsByTopic(topics)) {
    const policy = Object.hasOwn(policies, name) ? policies[name as TopicName] : undefined;
    if (!policy || !(await policy(viewer, ids))) throw new AppError("not_found", `Topic not found: ${name}`);
  }
  if (topics.length === 0 && !viewer) throw new AppError("unauthenticated");
  return [...topics, ...(viewer ? [userAudience(viewer.id)] : [])];
}

function idsByTopic(topics: readonly string[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const topic of topics) {
    const [name = "", id = ""] = topic.split(":");
    ids.set(name, [...(ids.get(name) ?? []), id]);
  }
  return ids;
}

type ConnectionCount = {
  /** Returns null at the limit, else a function to call when the connection ends. */
  enter(key: string, limit: number): (() => void) | null;
};

/** Open connections of this process per user or IP address. */
function countConnections(): ConnectionCount {
  const counts = new Map<string, number>();
  return {
    enter: (key, limit) => {
      const before = counts.get(key) ?? 0;
      if (before >= limit) return null;
      counts.set(key, before + 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}
