import { createHash } from "node:crypto";
import { type Endpoint, endpoint, errorsOf, isIdempotent } from "@nexby/contract/endpoint";
import { ENDPOINT_GROUPS, ENDPOINTS } from "@nexby/contract/endpoints";
import { ERRORS } from "@nexby/contract/errors";
import { typeset } from "@nexby/domain/kernel/typography";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { categories, itemCategories } from "../../../schema/listings.ts";
import { createBooking, createReview } from "../../../testing/bookings/booking-rows.ts";
import { addressOf } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { AppError } from "../../errors.ts";
import { mount } from "../mount.ts";
import { type OpenApiDocument, openApiDocument } from "../openapi.ts";
import { docsPage } from "../openapi-page.ts";
import { escapeHtml } from "../plain-page.ts";
import { frozenLines } from "./frozen-lines.ts";

const database = useTestDatabase();
let app: TestApp;
let params: Record<string, string>;
let document: OpenApiDocument;

/** Required query parameters of some reads. */
const QUERIES: Record<string, Record<string, string>> = {
  "/api/places": { query: "07040" },
  "/api/places/nearest": { latitude: "40.7279", longitude: "-74.2656" },
};

beforeAll(async () => {
  const { db } = database();
  const userId = await createUser(db);
  const [category] = await db.select({ id: categories.id }).from(categories).limit(1);
  const itemIds = [await createItem(db, { ownerId: userId }), await createItem(db, { ownerId: userId })];
  const sameCategory = itemIds.map((itemId) => ({ itemId, categoryId: category?.id ?? "", position: 1 }));
  await db.insert(itemCategories).values(sameCategory);
  params = { userId, itemId: itemIds[0] ?? "" };
  await createReview(db, await createBooking(db, { ownerId: userId, itemId: params.itemId }));
  app = await startTestApp({ db: database().db });
  document = (await (await fetch(`${app.origin}/api/openapi.json`)).json()) as typeof document;
});
afterAll(() => app.close());

type JsonSchema = z.core.JSONSchema.BaseSchema;
type JsonContent = { "application/json": { schema: JsonSchema; example?: unknown } };

const pathOf = (path: string) => path.replace(/:(\w+)/g, "{$1}");
const operationOf = (method: string, path: string) => {
  const operation = document.paths[pathOf(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};
/** The object that a reference within the document points to, or the value itself. */
const resolve = <T>(value: T): T => {
  const pointer = (value as { $ref?: string } | undefined)?.$ref;
  const steps = pointer?.slice(2).split("/") ?? [];
  return steps.length === 0 ? value : (steps.reduce((at, step) => (at as never)[step], document as unknown) as T);
};
const cases = ENDPOINTS.map((one) => [`${one.method} ${one.path}`, one] as const);
const publicReads = cases.filter(
  ([, { method, access, isStream, mediaType }]) => method === "GET" && access === "public" && !isStream && !mediaType,
);

describe("GET /api/openapi.json", () => {
  /** Accept an intended change with `npx vitest run --project integration openapi -u`. */
  test("GET /api/openapi.json describes every endpoint as last accepted: path, fields, types and errors", async () => {
    await expect(`${frozenLines(document).join("\n")}\n`).toMatchFileSnapshot("./openapi.snapshot.txt");
  });

  test("GET /api/openapi.json is an OpenAPI 3.1 document that lists exactly the contract's endpoints", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Nexby API", version: "1" } });
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const declared = ENDPOINTS.map(({ method, path }) => `${method.toLowerCase()} ${pathOf(path)}`);
    expect(listed.sort()).toEqual(declared.sort());
  });

  test("the API document names this server, the ways to sign in, and every topic with its endpoints", () => {
    expect(document.servers.map(({ url }) => new URL(url, `${app.origin}/api/openapi.json`).href)).toEqual([
      `${app.origin}/`,
    ]);
    expect(document.components.securitySchemes).toMatchObject({
      sessionToken: { type: "http", scheme: "bearer" },
      sessionCookie: { type: "apiKey", in: "cookie", name: "nexby_session" },
    });
    expect(document.tags.map(({ name }) => name)).toEqual(ENDPOINT_GROUPS.map(({ tag }) => tag));
    const { operationId, tags, security, ...favorite } = operationOf("PUT", "/api/favorites/:itemId");
    expect({ operationId, tags }).toEqual({ operationId: "addFavorite", tags: ["Saved"] });
    expect(security).toEqual([{ sessionToken: [] }, { sessionCookie: [] }]);
    expect(favorite.parameters).toContainEqual({ $ref: "#/components/parameters/IdempotencyKey" });
    expect(operationOf("GET", "/api/items").security).toContainEqual({});
  });

  test("types numbers and lists in queries, and keeps decimal amounts as text", () => {
    const typesOf = (parameters: unknown) =>
      (parameters as { name: string; schema: JsonSchema }[]).map(({ name, schema }) => [name, schema.type]);
    expect(Object.fromEntries(typesOf(operationOf("GET", "/api/items").parameters))).toMatchObject({
      ...{ limit: "integer", quantity: "integer", latitude: "number", radius: "number", rating: "number" },
      ...{ minPrice: "string", maxPrice: "string", condition: "array", startDate: "string" },
    });
    const [limit] = operationOf("GET", "/api/favorites").parameters;
    expect(limit).toMatchObject({ name: "limit", schema: { type: "integer", minimum: 1, default: 24 } });
    const publish = operationOf("POST", "/api/admin/policies/:kind/versions/:version/activate");
    expect(Object.fromEntries(typesOf(publish.parameters.slice(0, 2)))).toMatchObject({ version: "integer" });
    expect(document.components.schemas).toMatchObject({
      Item: { properties: { dailyRate: { type: "string" } } },
      CreateItemRequest: { properties: { dailyRate: { type: "string" }, setupFlatFeeCents: { type: "integer" } } },
      CreateTaxRateRequest: { properties: { taxRate: { type: "string" } } },
      CreateSavedSearchRequest: { required: ["name"] },
    });
  });

  test.each(cases)(
    "%s: has the contract's id and topic, a Link header if it has pages, and a key if it writes",
    (_, one) => {
      const { operationId, tags, parameters, responses } = operationOf(one.method, one.path);
      expect({ operationId, tags }).toEqual({ operationId: one.id, tags: [one.tag] });
      const { headers = {} } = (responses["200"] ?? responses["201"]) as { headers?: object };
      expect("Link" in headers).toBe("cursor" in (one.query?.shape ?? {}));
      expect(parameters.some((parameter) => "$ref" in parameter)).toBe(isIdempotent(one));
      expect("304" in responses).toBe(Boolean(one.isPolled || one.mediaType));
    },
  );

  test.each(cases)("%s: has examples that the server's own schemas accept", (_, one) => {
    const { parameters, requestBody, responses } = operationOf(one.method, one.path);
    const request = requestBody?.content["application/json"];
    if (one.body) one.body.parse(request?.example);
    const { content } = (responses["200"] ?? responses["201"]) as { content: Partial<JsonContent> };
    const response = content["application/json"];
    if (response) one.response.parse(response.example);
    for (const parameter of parameters) {
      if (!("name" in parameter)) continue;
      const { [parameter.name]: field }: Record<string, z.ZodType> =
        (parameter.in === "path" ? one.params : one.query)?.shape ?? {};
      if (!field) throw new Error(`The contract has no parameter ${parameter.name}`);
      const { example } = parameter;
      field.parse(Array.isArray(example) ? example : String(example));
    }
  });

  test.each(cases)(
    "%s: lists the contract's parameters and requires path parameters",
    (_, { method, path, ...one }) => {
      const { parameters: all, summary } = operationOf(method, path);
      const parameters = all.flatMap((parameter) => ("name" in parameter ? [parameter] : []));
      const names = (place: string) => parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
      expect(names("path")).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
      expect(names("query")).toEqual(Object.keys(one.query?.shape ?? {}));
      for (const parameter of parameters) {
        const field = (one.query?.shape as Record<string, z.ZodType> | undefined)?.[parameter.name];
        const isRequired = parameter.in === "path" || !field?.safeParse(undefined).success;
        expect([parameter.name, parameter.required]).toEqual([parameter.name, isRequired]);
      }
      expect(summary).toBe(one.summary);
    },
  );

  test.each(publicReads)("%s: returns 200 with exactly the fields in its schema", async (_, one) => {
    const response = await fetch(app.origin + addressOf(one, { params, query: QUERIES[one.path] }));
    const body: unknown = await response.json();
    const responses = operationOf(one.method, one.path).responses as Record<string, { content: Partial<JsonContent> }>;
    const schema = resolve(responses["200"]?.content["application/json"]?.schema ?? {});
    const isList = schema.type === "array";
    const { properties = {}, required = [] } = resolve((isList ? schema.items : schema) as typeof schema);
    const [sample] = isList ? (body as object[]) : [body as object];
    expect(Object.keys(properties).sort()).toEqual(Object.keys(sample ?? {}).sort());
    expect([...required].sort()).toEqual(Object.keys(properties).sort());
    expect(Array.isArray(body)).toBe(isList);
  });

  test("GET /api/openapi.json gives a non-JSON response its own media type", () => {
    const { responses } = operationOf("GET", "/api/calendars/:token");
    expect(responses["200"]).toMatchObject({ content: { "text/calendar": { schema: { type: "string" } } } });
  });

  test.each(cases)("%s: lists the status and message of each declared error, and no other", (_, one) => {
    const { method, path } = one;
    const errors = errorsOf(one);
    const {
      "200": _success,
      "201": _created,
      "304": _unchanged,
      ...errorResponses
    } = operationOf(method, path).responses as Record<string, object>;
    expect(Object.keys(errorResponses)).toEqual([...new Set(errors.map((code) => String(ERRORS[code].status)))].sort());
    for (const code of errors) {
      expect(resolve(errorResponses[ERRORS[code].status])).toMatchObject({
        description: expect.stringContaining(`${code}: ${ERRORS[code].message}`),
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            examples: { [code]: { value: { code, message: ERRORS[code].message } } },
          },
        },
      });
    }
  });

  test("GET /api/openapi.json describes the single error format and has no dangling references", () => {
    expect(document.components.schemas.Error).toMatchObject({
      type: "object",
      required: ["message", "code", "requestId"],
      properties: { code: { enum: Object.keys(ERRORS) } },
    });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    for (const $ref of new Set(references)) expect([$ref, typeof resolve({ $ref })]).toEqual([$ref, "object"]);
    expect(new Set(references).size).toBeGreaterThan(100);
  });
});

describe("endpoints outside the contract", () => {
  const base = { path: "/api/things/:thingId", access: "admin", params: z.object({ thingId: z.uuid() }) } as const;
  const remove = endpoint({ ...base, method: "DELETE", summary: "<b>", response: z.null(), errors: ["forbidden"] });
  const change = endpoint({
    ...base,
    method: "PUT",
    summary: "Changes it",
    query: z.object({ dry: z.string() }),
    body: z.object({ name: z.string().max(9), note: z.string().default("") }),
    response: z.object({ name: z.string() }),
    errors: ["malformed_request", "validation_failed"],
  });
  const topic = { tag: "Things", description: "Planted" };
  const documentOf = (endpoints: Record<string, Endpoint>) => {
    const listed = Object.entries(endpoints).map(([id, one]) => ({ ...one, id, tag: topic.tag }));
    return openApiDocument(listed, [topic], "session");
  };
  let planted: OpenApiDocument;
  beforeAll(async () => {
    planted = await documentOf({ remove, change });
  });

  test("endpoints outside the contract describe the body as the client sends it, several methods per path and several codes per status", () => {
    const operations = planted.paths["/api/things/{thingId}"];
    expect(Object.keys(operations ?? {})).toEqual(["delete", "put"]);
    expect(operations?.put?.requestBody?.content["application/json"]).toEqual({
      schema: { $ref: "#/components/schemas/ChangeRequest" },
      example: { name: "text" },
    });
    expect(planted.components.schemas.ChangeRequest).toMatchObject({
      properties: { name: { type: "string", maxLength: 9 }, note: { default: "" } },
      required: ["name"],
    });
    expect(operations?.put?.parameters).toContainEqual(expect.objectContaining({ name: "dry", required: true }));
    expect(operations?.put?.responses["400"]).toEqual({
      $ref: "#/components/responses/malformed_request.validation_failed",
    });
  });

  test("endpoints outside the contract appear on the page with markup escaped", async () => {
    const html = await docsPage(planted);
    expect(html).toContain("<h3>&lt;b&gt;</h3>");
    expect(html).toContain("PUT /api/things/");
  });

  test("endpoints outside the contract cannot give one name to two schemas", async () => {
    const twice = (response: z.ZodType) => endpoint({ ...base, method: "GET", summary: "", response, errors: [] });
    const one = twice(z.object({ a: z.string() }).meta({ id: "Thing" }));
    const other = { ...twice(z.object({ b: z.string() }).meta({ id: "Thing" })), path: "/api/others" } as const;
    await expect(documentOf({ one, other })).rejects.toThrow("Two schemas are named Thing");
  });

  test("endpoints outside the contract fail the tests that see a response their description lacks", async () => {
    const honest = endpoint({ ...base, method: "GET", access: "public", summary: "", response: z.null(), errors: [] });
    const file = { ...honest, method: "POST", path: "/api/files", params: undefined, upload: { maxBytes: 9 } } as const;
    const lying = await startTestApp({
      db: database().db,
      extend: (server, deps) => {
        mount(server, deps, honest, async ({ linkNext }) => {
          linkNext("");
          throw new AppError("email_taken");
        });
        mount(server, deps, file, async () => {
          throw new AppError("id_reused");
        });
      },
    });
    const form = new FormData();
    form.set("file", new File(["x"], "x"));
    await fetch(`${lying.origin}/api/things/${params.itemId}`);
    await fetch(`${lying.origin}/api/files`, { method: "POST", body: form });
    await expect(lying.close()).rejects.toThrow(
      "Not in the API document: GET /api/things/:thingId: a Link header, POST /api/files: 422 id_reused",
    );
  });
});

describe("GET /api/docs", () => {
  test("GET /api/docs is a page without scripts that shows every endpoint with its parameters and examples, by topic", async () => {
    const response = await fetch(`${app.origin}/api/docs`);
    const html = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const sections = html.split("<section>").slice(1);
    expect(sections).toHaveLength(ENDPOINT_GROUPS.length + 1);
    for (const { id, tag, method, path, summary, query } of ENDPOINTS) {
      const section = sections.find((one) => one.includes(`<h2 id="${tag}">`)) ?? "";
      const card = section.split("<article ").find((one) => one.startsWith(`id="${id}">`)) ?? "";
      expect(card).toContain(`<b>${method}</b> <code>${pathOf(path)}</code>`);
      expect(card).toContain(`${method} ${path.replace(/:.*/, "")}`);
      expect(card).toMatch(/Example response<[\s\S]*(200 OK|201 Created)/);
      expect(html).toContain(escapeHtml(typeset(summary)));
      for (const name of Object.keys(query?.shape ?? {})) expect(card).toContain(`<code>${name}</code>`);
    }
    expect(html.match(/<article /g)).toHaveLength(ENDPOINTS.length);
    expect(html).not.toMatch(/<script|javascript:| on\w+=| style=/i);
  });

  test("GET /api/docs has one inline style, allowed by its own security policy", async () => {
    const response = await fetch(`${app.origin}/api/docs`);
    const styles = [...(await response.text()).matchAll(/<style>([\s\S]*?)<\/style>/g)];
    expect(styles).toHaveLength(1);
    const hash = createHash("sha256")
      .update(styles[0]?.[1] ?? "")
      .digest("base64");
    expect(response.headers.get("content-security-policy")).toMatch(
      new RegExp(`style-src [^;]*'sha256-${hash.replace(/[+/]/g, "\\$&")}'`),
    );
  });
});
