import { hash } from "node:crypto";
import { type CallLimit, type Endpoint, isIdempotent, successStatus } from "@nexby/contract/endpoint";
import { ERRORS } from "@nexby/contract/errors";
import fastJsonStringify, { type Schema } from "fast-json-stringify";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { z } from "zod";
import { type Authenticate, assertMayCall, type SessionCookie, type Viewer } from "../auth.ts";
import type { Db } from "../db/db.ts";
import { AppError, type FieldError } from "../errors.ts";
import { type Outcome, storeResult } from "../idempotency.ts";
import { assertWithin, forgetHit } from "../throttle.ts";
import { refusalBody } from "./error-handler.ts";
import { clientHas, tagOf } from "./kept-texts.ts";
import { networkOf } from "./network-of.ts";
import type { SiteUrl } from "./plain-page.ts";
import type { UploadSpool } from "./upload-spool.ts";
import { acceptUploads, type ReceivedFile, withUpload } from "./uploads.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export type HttpDeps = {
  db: Db;
  authenticate: Authenticate;
  sessionCookie: SessionCookie;
  siteUrl: SiteUrl;
  spool: UploadSpool;
};

type ViewerOf<E extends Endpoint> = E["access"] extends "public" ? Viewer | null : Viewer;

type FileOf<E extends Endpoint> = E["upload"] extends object ? ReceivedFile : undefined;

type Context<E extends Endpoint> = ParsedRequest<E> & {
  viewer: ViewerOf<E>;
  /** Identifies the account, or without one the hashed network address. */
  visitor: string;
  /** Defined only for endpoints that take an upload. */
  file: FileOf<E>;
  /** Use this for writes: with an Idempotency-Key, it is the transaction that also stores the outcome. */
  db: Db;
  /** Sets or clears the session cookie. */
  setSession(token: string | null): void;
  userAgent: string;
  /** The public address, for links in messages; no trailing slash. */
  siteUrl: string;
  /** Announces the next page in the Link header. */
  linkNext(cursor: string): void;
};
type Handler<E extends Endpoint> = (context: Context<E>) => Promise<z.input<E["response"]>>;

const JSON_TYPE = "application/json; charset=utf-8";
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Mounts a contract endpoint: authenticate, rate limit, validate, run the handler, respond. */
export function mount<E extends Endpoint>(app: FastifyInstance, deps: HttpDeps, endpoint: E, handle: Handler<E>): void {
  const status = successStatus(endpoint);
  register(app, endpoint, {
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
    schema: { response: { [status]: {} } },
    // Compiled on the first response, to keep startup fast.
    serializerCompiler: () => (value) => responseSerializer(endpoint.response)(value),
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const { viewer, parsed } = await admit(deps, endpoint, request);
      const linkNext = (cursor: string) => reply.header("link", nextPageLink(request, cursor));
      const setSession = (token: string | null) => deps.sessionCookie.write(reply, token);
      const userAgent = request.headers["user-agent"] ?? "";
      const siteUrl = deps.siteUrl(request);
      const visitor = visitorOf(request, viewer);
      const context = { ...parsed, viewer: viewer as ViewerOf<E>, visitor, userAgent, siteUrl };
      const runHandler = async (db: Db, file?: ReceivedFile) => {
        const result = await handle({ ...context, file: file as FileOf<E>, db, linkNext, setSession });
        await forgetHarmlessHits(db, endpoint, request, viewer);
        return result;
      };

      reply.code(status).header("cache-control", cachingOf(endpoint, viewer));
      if (endpoint.upload) {
        const { isEvidence = false } = endpoint.upload;
        const sender = { account: visitor, isApproved: viewer?.isApproved ?? false, isEvidence };
        return withUpload({ ...deps, request, sender }, endpoint.upload, (file) => runHandler(deps.db, file));
      }
      if (endpoint.mediaType) {
        const result: unknown = await runHandler(deps.db);
        if (result instanceof File) return sendFile(reply, endpoint.mediaType, result);
        return sendIfChanged(request, reply, { type: endpoint.mediaType, text: String(result) });
      }
      if (endpoint.isPolled) {
        return sendIfChanged(request, reply, {
          type: JSON_TYPE,
          text: serializeReply(reply, await runHandler(deps.db)),
        });
      }
      const key = isIdempotent(endpoint) ? idempotencyKeyOf(request) : undefined;
      if (key === undefined) return runHandler(deps.db);
      const sent = { scope: visitor, key, hash: sha256(JSON.stringify([request.url, parsed.body ?? null])) };
      const outcome = await storeResult(deps.db, sent, (tx) => outcomeOf(tx, runHandler, request, reply));
      if (outcome.isReplay) reply.header("idempotency-replayed", "true");
      return reply.code(outcome.status).type(JSON_TYPE).send(outcome.body);
    },
  });
}

function register(app: FastifyInstance, { upload }: Endpoint, route: RouteOptions): void {
  if (!upload) {
    app.route(route);
    return;
  }
  app.register(async (scope) => {
    await acceptUploads(scope);
    scope.route(route);
  });
}

/** Runs every check before the handler: access, rate limits, validation. Also used for non-JSON responses. */
export async function admit<E extends Endpoint>({ db, authenticate }: HttpDeps, endpoint: E, request: FastifyRequest) {
  const viewer = await authenticate(request);
  assertMayCall(endpoint.access, viewer);
  for (const limit of endpoint.limits ?? []) {
    await assertWithin(db, limitKey(endpoint, limit, request, viewer), limit);
  }
  return { viewer, parsed: parseRequest(endpoint, request) };
}

function limitKey({ method, path }: Endpoint, { per }: CallLimit, request: FastifyRequest, viewer: Viewer | null) {
  return [method, path, per, per === "account" && viewer ? viewer.id : networkOf(request)];
}

async function forgetHarmlessHits(db: Db, endpoint: Endpoint, request: FastifyRequest, viewer: Viewer | null) {
  for (const limit of endpoint.limits ?? []) {
    if (limit.countsFailuresOnly) await forgetHit(db, limitKey(endpoint, limit, request, viewer));
  }
}

function cachingOf(endpoint: Endpoint, viewer: Viewer | null): string {
  if (endpoint.isPolled || (endpoint.mediaType && endpoint.access === "public")) return "private, no-cache";
  return viewer !== null || endpoint.isOutcomeSecret ? "private, no-store" : "no-cache";
}

function sendIfChanged(request: FastifyRequest, reply: FastifyReply, content: { type: string; text: string }) {
  const tag = tagOf(content.text);
  reply.header("etag", tag);
  if (clientHas(request, tag)) return reply.code(304).send();
  return reply.type(content.type).send(content.text);
}

/** CSV is downloaded, because a browser shows it as plain text. Other types open in the browser. */
async function sendFile(reply: FastifyReply, type: string, file: File) {
  const disposition = type.startsWith("text/csv") ? "attachment" : "inline";
  reply.type(type).header("content-disposition", `${disposition}; filename="${encodeURIComponent(file.name)}"`);
  return reply.send(Buffer.from(await file.arrayBuffer()));
}

const serializeReply = (reply: FastifyReply, value: unknown) =>
  String(reply.serializeInput(value as Record<string, unknown>, String(reply.statusCode)));

/** A client error is stored too, without the handler's writes, which the savepoint rolls back. */
async function outcomeOf(
  tx: Db,
  runHandler: (db: Db) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  try {
    const result = await tx.transaction((savepoint) => runHandler(savepoint));
    return { status: reply.statusCode, body: serializeReply(reply, result) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { status: error.status, body: refusalBody(error, request.id) };
  }
}

function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)) {
    throw new AppError("validation_failed", "Idempotency-Key must be 1 to 255 visible characters");
  }
  return key;
}

/** In one call, because a hash object for each request takes three times as long. */
const sha256 = (text: string): string => hash("sha256", text, "base64url");

const visitorOf = (request: FastifyRequest, viewer: Viewer | null) =>
  viewer ? `user:${viewer.id}` : `visitor:${sha256(request.ip)}`;

function nextPageLink(request: FastifyRequest, cursor: string): string {
  const url = new URL(request.url, "http://path.only");
  url.searchParams.set("cursor", cursor);
  return `<${url.pathname}${url.search}>; rel="next"`;
}

type Raw = { params: unknown; query: unknown; body: unknown };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

type ParsedRequest<E extends Endpoint> = {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
};

const MAX_DEPTH = 64;

/** PostgreSQL text cannot store U+0000. Input nested deeper than any request we accept is rejected. */
function hasNul(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_DEPTH) throw new AppError("malformed_request");
  return Object.entries(value).some(([key, inner]) => key.includes("\0") || hasNul(inner, depth + 1));
}

function fieldErrors(error: z.ZodError): FieldError[] {
  const firstPerField = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join(".");
    // An issue without a path concerns the whole body, and Zod's message for it is too technical.
    const message = field === "" ? ERRORS.validation_failed.message : issue.message;
    if (!firstPerField.has(field)) firstPerField.set(field, message);
  }
  return [...firstPerField].map(([field, message]) => ({ field, message }));
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (hasNul(value)) throw new AppError("validation_failed", "Text can't contain a null character");
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = fieldErrors(result.error);
  throw new AppError("validation_failed", details[0]?.message, { details });
}

/** Validates a request. Invalid path parameters cannot name a record, so they are a 404, not a 400. */
export function parseRequest<E extends Endpoint>(endpoint: E, raw: Raw): ParsedRequest<E> {
  const params = endpoint.params?.safeParse(raw.params);
  if (params && (!params.success || hasNul(raw.params))) throw new AppError("not_found");
  const parsed = {
    params: params?.data,
    query: parse(endpoint.query, raw.query),
    body: parse(endpoint.body, raw.body),
  };
  return parsed as ParsedRequest<E>;
}

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Serialize = (value: unknown) => string;

const isNull = (schema: JsonSchema) => schema.type === "null";

/** Turns "X or null" into `nullable`, because the serializer would otherwise try the alternatives for every value. */
function preferNullable(schema: JsonSchema): void {
  const [inner, ...others] = (schema.anyOf ?? []).filter((option) => !isNull(option));
  if (!schema.anyOf?.some(isNull) || !inner || others.length > 0) return;
  delete schema.anyOf;
  Object.assign(schema, inner, { nullable: true });
}

function compile(response: z.ZodType): Serialize {
  const union = response instanceof z.ZodArray ? response.element : null;
  if (union instanceof z.ZodDiscriminatedUnion) return compileList(union);
  const schema = z.toJSONSchema(response, {
    target: "draft-7",
    // Without the names that the OpenAPI document gives to schemas: references would take time.
    metadata: z.registry(),
    override: ({ jsonSchema }) => preferNullable(jsonSchema),
  });
  return fastJsonStringify(schema as Schema);
}

/** The field that names the alternative chooses its serializer. Otherwise each value would be checked against all of them. */
function compileList({ def }: z.ZodDiscriminatedUnion): Serialize {
  const { discriminator } = def;
  const alternatives = new Map(
    def.options.flatMap((option) => {
      const serialize = compile(option as z.ZodType);
      return [...(option._zod.propValues?.[discriminator] ?? [])].map((name) => [name, serialize] as const);
    }),
  );
  return (values) => {
    const texts = (values as Record<string, string>[]).map((value) => {
      const serialize = alternatives.get(value[discriminator]);
      if (!serialize) throw new Error(`The contract has no ${discriminator} ${value[discriminator]}`);
      return serialize(value);
    });
    return `[${texts.join(",")}]`;
  };
}

const compiled = new WeakMap<z.ZodType, Serialize>();

/** Writes only the fields in the schema. Many endpoints share a schema, so each one is compiled once. */
export function responseSerializer(response: z.ZodType): Serialize {
  const serialize = compiled.get(response) ?? compile(response);
  compiled.set(response, serialize);
  return serialize;
}
