import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StoragePort, StoredFile } from "../../adapters/storage/storage.port.ts";
import type { Db } from "../db/db.ts";
import { AppError } from "../errors.ts";
import { throttle } from "../throttle.ts";

/** Of one network address. */
const LIMIT = { times: 600, seconds: 15 * 60 };

type Guest = {
  db: Db;
  /** Everything below it is the guest's. */
  mountPath: string;
  longestBody: number;
};

/** Lets an embedded provider answer for a part of our addresses. What is sent there is passed on as it came: bytes. */
export async function servePrerenderedPages(
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

const FOR_EVER = "public, max-age=31536000, immutable";
const AVIF = "image/avif";
const PDF = "application/pdf";
/** The sizes that are named by their pixels. */
const CROP = /(\/\d+x\d+)\.webp$/;

/**
 * Stored files under /media. What is under an address never changes, so it may be kept for ever, and its type is all
 * that tells one version from another.
 */
export function serveMediaFiles(app: FastifyInstance, storage: StoragePort): void {
  app.get("/media/*", async (request, reply) => {
    const key = (request.params as { "*": string })["*"];
    const file = await findFile(storage, key, request).catch((error: unknown) => {
      throw new AppError("service_unavailable", undefined, { cause: error });
    });
    if (!file) throw new AppError("not_found");
    return send(request, reply, file);
  });
}

/** The AVIF copy of a crop for a browser that shows such; it may not be made yet. */
async function findFile(storage: StoragePort, key: string, { headers }: FastifyRequest): Promise<StoredFile | null> {
  const mayHaveCopy = headers.accept?.includes(AVIF) && CROP.test(key);
  return (mayHaveCopy && (await storage.open(key.replace(CROP, "$1.avif")))) || storage.open(key);
}

function send(request: FastifyRequest, reply: FastifyReply, { content, size, type }: StoredFile): FastifyReply {
  const tag = `"${type}"`;
  reply.headers({ "cache-control": FOR_EVER, etag: tag, vary: "accept" });
  if (request.headers["if-none-match"]?.includes(tag)) {
    content.destroy();
    return reply.code(304).send();
  }
  // People send these documents: whatever one of them contains, it may do nothing in our name.
  if (type === PDF) reply.headers({ "content-security-policy": "sandbox", "content-disposition": "inline" });
  return reply.headers({ "content-length": size, "content-type": type }).send(content);
}
