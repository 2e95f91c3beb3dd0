import {
  type Access,
  type CallLimit,
  type Endpoint,
  errorsOf,
  isIdempotent,
  successStatus,
} from "@nexby/contract/endpoint";
import type { ListedEndpoint } from "@nexby/contract/endpoints";
import { ERRORS, type ErrorCode, errorBody } from "@nexby/contract/errors";
import { NOW_HEADER } from "@nexby/contract/urls";
import type { z } from "zod";
import { createPauses } from "../process.ts";
import { exampleOf, parameterExample } from "./openapi-examples.ts";
import { type JsonSchema, type SchemaNames, schemaCollector } from "./openapi-schemas.ts";

type Reference = { $ref: string };
type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
type Content = Record<string, { schema: JsonSchema; example?: unknown; examples?: Record<string, object> }>;
type Response = { description: string; headers?: Record<string, Reference>; content?: Content };

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  "x-access": Access;
  security: Record<string, string[]>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | Reference>;
};

const RESPONSES = "#/components/responses/";
const IDEMPOTENCY_KEY = "#/components/parameters/IdempotencyKey";

const HEADERS = {
  Link: {
    description: "The URL of the next page, with rel=next. The last page has no Link header",
    schema: { type: "string" },
    example: '</api/items?limit=24&cursor=MTc5…>; rel="next"',
  },
  ETag: { description: "Send it as If-None-Match to get 304 if nothing has changed", schema: { type: "string" } },
  "Retry-After": { description: "Seconds to wait before the next attempt", schema: { type: "integer" } },
  "Idempotency-Replayed": {
    description: "true if this is the stored response of an earlier request with this Idempotency-Key",
    schema: { type: "string", enum: ["true"] },
  },
  "X-Request-Id": { description: "Identifies this request in the server's log", schema: { type: "string" } },
  [NOW_HEADER]: { description: "The server's time", schema: { type: "string", format: "date-time" } },
} as const;

const headerRefs = (...names: (keyof typeof HEADERS)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const WHO: Record<Access, string> = {
  public: "Anyone can call it.",
  "signed-in": "Requires an account.",
  approved: "Requires an approved account.",
  admin: "Requires an admin.",
};

const SIGNED_IN: Operation["security"] = [{ sessionToken: [] }, { sessionCookie: [] }];

function limitText({ per, times, seconds, countsFailuresOnly }: CallLimit): string {
  const [unit, length] = seconds >= 3600 ? ["hours", seconds / 3600] : ["minutes", seconds / 60];
  const calls = countsFailuresOnly ? "failed calls" : "calls";
  return `At most ${times} ${calls} in ${length === 1 ? `one ${unit.slice(0, -1)}` : `${length} ${unit}`} per ${per === "account" ? "account" : "network address"}.`;
}

/** Endpoints share the responses for the same set of codes. */
function errorResponses(codes: readonly ErrorCode[], shared: Record<string, Response>): Record<string, Reference> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus[status] = [...(byStatus[status] ?? []), code].sort();
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => {
      const name = codes.join(".");
      shared[name] ??= errorResponse(codes);
      return [status, { $ref: RESPONSES + name }];
    }),
  );
}

/** The codes of an error response, by its reference. */
export const errorCodesOf = (response: Response | Reference): ErrorCode[] =>
  "$ref" in response ? (response.$ref.slice(RESPONSES.length).split(".") as ErrorCode[]) : [];

function errorResponse(codes: readonly ErrorCode[]): Response {
  const mayWait = codes.some((code) => code === "too_many_requests" || code === "service_unavailable");
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].message}`).join("; "),
    headers: headerRefs(...(mayWait ? (["Retry-After"] as const) : []), "X-Request-Id"),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
      },
    },
  };
}

const errorExample = (code: ErrorCode) => ({
  value: { message: ERRORS[code].message, code, requestId: "0199a7c4-8f5e-7c31-9a2b-4d6e8f012345" },
});

function parametersOf(place: "path" | "query", object: z.ZodObject | undefined, names: SchemaNames): Parameter[] {
  if (!object) return [];
  const schema = names.schemaOf(object, "input");
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description, ...type } = property as JsonSchema;
    const isRequired = place === "path" || (schema.required ?? []).includes(name);
    const example = parameterExample(name, type, names);
    return { name, in: place, required: isRequired, ...(description && { description }), schema: type, example };
  });
}

const ONE_FILE: JsonSchema = {
  type: "object",
  properties: { file: { type: "string", format: "binary" } },
  required: ["file"],
};

function requestBodyOf(id: string, { body, upload }: Endpoint, names: SchemaNames): Pick<Operation, "requestBody"> {
  if (upload) return { requestBody: { required: true, content: { "multipart/form-data": { schema: ONE_FILE } } } };
  if (!body) return {};
  const schema = names.named(`${capitalized(id)}Request`, names.schemaOf(body, "input"));
  const example = exampleOf(schema, "body", names, "input");
  return { requestBody: { required: true, content: { "application/json": { schema, example } } } };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function successContent(id: string, endpoint: Endpoint, names: SchemaNames): Content {
  const { mediaType, isStream, response } = endpoint;
  if (mediaType) return { [mediaType.split(";")[0] ?? mediaType]: { schema: { type: "string" } } };
  const schema = names.named(`${capitalized(id)}Response`, names.schemaOf(response, "output"));
  if (isStream) return { "text/event-stream": { schema } };
  return { "application/json": { schema, example: exampleOf(schema, id, names, "output") } };
}

function successResponses(id: string, endpoint: Endpoint, names: SchemaNames): Record<string, Response> {
  const isTagged = endpoint.isPolled || endpoint.mediaType !== undefined;
  const success = {
    description: "Success",
    headers: headerRefs(
      ...(isPaged(endpoint) ? (["Link"] as const) : []),
      ...(isTagged ? (["ETag"] as const) : []),
      ...(isIdempotent(endpoint) ? (["Idempotency-Replayed"] as const) : []),
      "X-Request-Id",
      NOW_HEADER,
    ),
    content: successContent(id, endpoint, names),
  };
  const unchanged = { "304": { description: "Unchanged since the response with this ETag" } };
  return { [successStatus(endpoint)]: success, ...(isTagged && unchanged) };
}

/** Lists with a cursor announce their next page in the Link header. */
export const isPaged = ({ query }: Endpoint): boolean => query !== undefined && "cursor" in query.shape;

type Shared = { names: SchemaNames; responses: Record<string, Response> };

function operationOf(endpoint: ListedEndpoint, { names, responses }: Shared): Operation {
  const { id, tag, access, summary, limits = [], params, query } = endpoint;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [WHO[access], ...limits.map(limitText)].join(" "),
    "x-access": access,
    security: access === "public" ? [{}, ...SIGNED_IN] : SIGNED_IN,
    parameters: [
      ...parametersOf("path", params, names),
      ...parametersOf("query", query, names),
      ...(isIdempotent(endpoint) ? [{ $ref: IDEMPOTENCY_KEY }] : []),
    ],
    ...requestBodyOf(id, endpoint, names),
    responses: { ...successResponses(id, endpoint, names), ...errorResponses(errorsOf(endpoint), responses) },
  };
}

type Topic = { tag: string; description: string };

/**
 * The contract as an OpenAPI 3.1 document. Clients resolve its relative server against the document's own address. All
 * endpoints together take a second, so other requests go on between two.
 */
export async function openApiDocument(
  endpoints: readonly ListedEndpoint[],
  topics: readonly Topic[],
  cookieName: string,
) {
  const names = schemaCollector();
  const responses: Record<string, Response> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  names.named("Error", names.schemaOf(errorBody, "output"));
  const pause = createPauses();
  for (const endpoint of endpoints) {
    await pause();
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, { names, responses }) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Nexby API",
      version: "1",
      description: `Rent and share locally. The Nexby web app uses this same API. Sign in, then send the token as a bearer token. Amounts whose name ends in Cents are whole cents. Other amounts are decimal text, such as "25.00". Every response has the server's time in the header ${NOW_HEADER}.`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: topics.map(({ tag, description }) => ({ name: tag, description })),
    paths,
    components: {
      schemas: names.schemas,
      responses,
      headers: HEADERS,
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "Any text you choose. A repeated request with the same key has no second effect",
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      },
      securitySchemes: {
        sessionToken: { type: "http", scheme: "bearer", description: "The token that signing in returns" },
        sessionCookie: { type: "apiKey", in: "cookie", name: cookieName, description: "Browsers get it by signing in" },
      },
    },
  };
}

export type OpenApiDocument = Awaited<ReturnType<typeof openApiDocument>>;
