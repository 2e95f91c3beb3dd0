import { streamEvents, type TopicName } from "@nexby/contract/messaging/notifications";
import type { FastifyInstance } from "fastify";
import type { Viewer } from "../../platform/auth.ts";
import { AppError } from "../../platform/errors.ts";
import { admit, type HttpDeps } from "../../platform/http/mount.ts";
import { type EventHub, openEventStream } from "../../platform/realtime/event-hub.ts";
import { userAudience } from "../../platform/realtime/events.ts";

/** Whether somebody may follow all of these records of a topic. */
type TopicPolicy = (viewer: Viewer | null, ids: readonly string[]) => Promise<boolean>;
type TopicPolicies = Record<TopicName, TopicPolicy>;

type Deps = HttpDeps & { hub: EventHub; topicPolicies: TopicPolicies };

const MAX_PER_PERSON = 8;
/** Many visitors may share one address: a house, an office, a phone network. */
const MAX_PER_ADDRESS = 64;
const FULL_RETRY_SECONDS = 10;

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
      ? enter(connections, viewer.id, MAX_PER_PERSON)
      : enter(connections, request.ip, MAX_PER_ADDRESS);
    const header = request.headers["last-event-id"];
    const lastEventId = typeof header === "string" ? header : parsed.query.lastEventId;

    reply.hijack();
    const response = reply.raw;
    open.add(response);
    response.on("close", () => {
      open.delete(response);
      leave();
    });
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "private, no-store",
      "x-accel-buffering": "no",
    });
    const onError = (error: unknown) => request.log.warn({ err: error }, "An event stream broke");
    const mayListen = async () => viewer === null || (await deps.authenticate(request))?.id === viewer.id;
    await openEventStream(response, { ...deps, audiences, lastEventId, mayListen, onError }).catch((error: unknown) => {
      onError(error);
      response.end();
    });
  });
}

function enter(connections: ConnectionCount, who: string, most: number): () => void {
  const leave = connections.enter(who, most);
  if (leave) return leave;
  throw new AppError("too_many_requests", "Too many open connections", { retryAfterSeconds: FULL_RETRY_SECONDS });
}

async function audiencesFor(policies: TopicPolicies, viewer: Viewer | null, topics: readonly string[]) {
  for (const [name, ids] of idsByTopic(topics)) {
    const policy = Object.hasOwn(policies, name) ? policies[name as TopicName] : undefined;
    if (!policy || !(await policy(viewer, ids))) throw new AppError("not_found", `Nothing to follow: ${name}`);
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
  /** Null when there are enough; else what to call when the connection ends. */
  enter(who: string, most: number): (() => void) | null;
};

/** Open connections of this process per person or address. */
function countConnections(): ConnectionCount {
  const counts = new Map<string, number>();
  return {
    enter: (who, most) => {
      const before = counts.get(who) ?? 0;
      if (before >= most) return null;
      counts.set(who, before + 1);
      let hasLeft = false;
      return () => {
        if (hasLeft) return;
        hasLeft = true;
        const left = (counts.get(who) ?? 1) - 1;
        if (left > 0) counts.set(who, left);
        else counts.delete(who);
      };
    },
  };
}
