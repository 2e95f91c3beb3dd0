import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { TimeLimits } from "./time-limits.ts";

const CHECK_INTERVAL_MS = 1_000;

type Connection = Pick<Socket, "bytesWritten" | "writableLength"> & { _handle?: { writeQueueSize?: number } | null };
type Seen = { sent: number; queued: number; checks: number };

/**
 * Tells at each check whether this connection's client has taken nothing for `mostChecks` of them. Counts checks instead
 * of time, so that a pause of our own process is not held against the client. What the system has taken from us counts
 * as read: it tells the client's speed before a large write is complete, and Node's own timeout uses it, too.
 */
export function createUnreadCheck(mostChecks: number): (connection: Connection) => boolean {
  let seen: Seen | null = null;
  return ({ bytesWritten, writableLength, _handle }) => {
    const [sent, queued] = [bytesWritten - writableLength, _handle?.writeQueueSize ?? 0];
    const isWaiting = writableLength > 0;
    const isUnchanged = isWaiting && seen?.sent === sent && seen.queued === queued;
    seen = isWaiting ? { sent, queued, checks: isUnchanged && seen ? seen.checks + 1 : 0 } : null;
    return seen !== null && seen.checks >= mostChecks;
  };
}

/**
 * Ends connections whose client stops reading, because what it was sent stays in memory. An event stream lives on as
 * long as its client reads.
 */
export function cutOffUnread(app: FastifyInstance, { unreadMs }: TimeLimits): void {
  const everyMs = Math.min(CHECK_INTERVAL_MS, unreadMs);
  const checks = new Map<Socket, ReturnType<typeof createUnreadCheck>>();
  app.server.on("connection", (socket: Socket) => {
    checks.set(socket, createUnreadCheck(Math.ceil(unreadMs / everyMs)));
    socket.once("close", () => checks.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, isUnread] of checks) {
      if (!isUnread(socket)) continue;
      app.log.info("A client did not read its response");
      socket.destroy();
    }
  }, everyMs).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
