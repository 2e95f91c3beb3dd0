import type { Endpoint } from "@nexby/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError } from "../errors/app-error.ts";
import { type ParsedRequest, parseRequest } from "./request-parser.ts";
import { serialiserSchema } from "./serialiser-schema.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type Context<E extends Endpoint> = ParsedRequest<E> & {
  /** Announces the next page of a list in the Link header. */
  linkNext(cursor: string): void;
};
type Handler<E extends Endpoint> = (context: Context<E>) => Promise<z.input<E["response"]>>;

function nextPageLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, "http://path.only");
  url.searchParams.set("cursor", cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

/** Puts an endpoint of the contract on the server: parse, act, answer. */
export function mount<E extends Endpoint>(app: FastifyInstance, endpoint: E, handle: Handler<E>): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    schema: { response: { 200: serialiserSchema(endpoint.response) } },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (endpoint.access !== "public") throw new AppError("unauthenticated");
      const parsed = parseRequest(endpoint, request);
      reply.header("cache-control", "no-cache");
      return handle({ ...parsed, linkNext: (cursor) => reply.header("link", nextPageLink(request, cursor)) });
    },
  });
}
