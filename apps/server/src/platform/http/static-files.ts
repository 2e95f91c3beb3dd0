import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StoragePort, StoredFile } from "../../adapters/storage/storage.port.ts";
import type { Db } from "../db/db.ts";
import { AppError } from "../errors.ts";
import { assertWithin } from "../throttle.ts";
import { networkOf } from "./network-of.ts";

/** Per network address. */
const LIMIT = { times: 600, seconds: 15 * 60 };

type EmbeddedProvider = {
  db: Db;
  /** The provider handles every path below this one. */
  mountPath: string;
  longestBody: number;
};

/** Lets an embedded provider handle part of our URLs. Request bodies are passed on as raw bytes. */
export async function serveEmbeddedPages(
  app: FastifyInstance,
  { db, mountPath, longestBody }: EmbeddedProvider,
  respond: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: longestBody }, (_request, body, done) =>
      done(null, body),
    );
    scope.route({
      method: ["GET", "POST"],
      url: `${mountPath}/*`,
      config: { takesNoTurn: true },
      handler: async (request, reply) => {
        await assertWithin(db, [mountPath, networkOf(request)], LIMIT);
        return respond(request, reply);
      },
    });
  });
}

/** Picks the request headers that an embedded provider may see. */
export const headersFor = (request: FastifyRequest, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );

const FOREVER = "public, max-age=31536000, immutable";
const AVIF = "image/avif";
const PDF = "application/pdf";
/** Files named by their size in pixels. */
const CROP = /(\/\d+x\d+)\.webp$/;

/** Pictures of link previews and mails, made for other sites. */
const SHARED = "/share.jpg";

type Files = Pick<StoragePort, "open">;

/**
 * Serves stored files under /media. The content of a URL never changes, so it can be cached forever and its type is a
 * sufficient ETag.
 */
export function serveMediaFiles(app: FastifyInstance, storage: Files): void {
  app.get("/media/*", async (request, reply) => {
    const key = (request.params as { "*": string })["*"];
    const file = await findFile(storage, key, request).catch((error: unknown) => {
      throw new AppError("service_unavailable", undefined, { cause: error });
    });
    if (!file) throw new AppError("not_found");
    return send(request, reply, file, key.endsWith(SHARED));
  });
}

/** Prefers the AVIF copy of a crop if the browser accepts it; the copy may not exist yet. */
async function findFile(storage: Files, key: string, { headers }: FastifyRequest): Promise<StoredFile | null> {
  const mayHaveCopy = headers.accept?.includes(AVIF) && CROP.test(key);
  return (mayHaveCopy && (await storage.open(key.replace(CROP, "$1.avif")))) || storage.open(key);
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, size, type }: StoredFile,
  isShared: boolean,
): FastifyReply {
  const tag = `"${type}"`;
  reply.headers({ "cache-control": FOREVER, etag: tag, vary: "accept" });
  // Mail programs on the web show a mail's pictures from our origin within theirs.
  if (isShared) reply.header("cross-origin-resource-policy", "cross-origin");
  if (request.headers["if-none-match"]?.includes(tag)) {
    content.destroy();
    return reply.code(304).send();
  }
  // Users upload these documents, so they must not run scripts in our origin.
  if (type === PDF) reply.headers({ "content-security-policy": "sandbox", "content-disposition": "inline" });
  return reply.headers({ "content-length": size, "content-type": type }).send(content);
}
