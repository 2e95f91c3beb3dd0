import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../db/db.ts";
import { AppError } from "../errors/app-error.ts";
import { throttle } from "../throttle/throttle.ts";

/** Of one network address. */
const LIMIT = { times: 600, seconds: 15 * 60 };

type Guest = {
  db: Db;
  /** Everything below it is the guest's. */
  mountPath: string;
  longestBody: number;
};

/** Lets an embedded provider answer for a part of our addresses. What is sent there is passed on as it came: bytes. */
export async function serveGuestPages(
  app: FastifyInstance,
  { db, mountPath, longestBody }: Guest,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: longestBody }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ["GET", "POST"],
      url: `${mountPath}/*`,
      handler: async (request, reply) => {
        const verdict = await throttle(db, [mountPath, request.ip], LIMIT);
        if (!verdict.allowed) throw new AppError("too_many_requests", undefined, verdict);
        return answer(request, reply);
      },
    });
  });
}

/** Those of a request's headers that a guest may see. */
export const headersFor = (request: FastifyRequest, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
