import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Photos under /media. A photo's address is never given to another photo, so it may be kept for ever. */
export async function serveMediaFiles(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    prefix: "/media/",
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: "365d",
  });
}
