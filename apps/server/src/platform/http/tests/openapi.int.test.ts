import { createHash } from "node:crypto";
import { endpoint, errorsOf } from "@nexby/contract/endpoint";
import { ENDPOINTS } from "@nexby/contract/endpoints";
import { ERRORS } from "@nexby/contract/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { categories, itemCategories } from "../../../schema/listings.ts";
import { addressOf } from "../../../testing/call.ts";
import { createItem, createUser } from "../../../testing/factories.ts";
import { startTestApp, type TestApp } from "../../../testing/test-app.ts";
import { useTestDatabase } from "../../../testing/test-database.ts";
import { docsPage, type OpenApiDocument, openApiDocument } from "../openapi.ts";
import { escapeHtml } from "../plain-page.ts";

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
  app = await startTestApp({ db: database().db });
  document = (await (await fetch(`${app.origin}/api/openapi.json`)).json()) as OpenApiDocument;
});
afterAll(() => app.close());

type JsonContent = { "application/json": { schema: z.core.JSONSchema.BaseSchema } };

const pathOf = (path: string) => path.replace(/:(\w+)/g, "{$1}");
const operationOf = (method: string, path: string) => {
  const operation = document.paths[pathOf(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};
const cases = ENDPOINTS.map((one) => [`${one.method} ${one.path}`, one] as const);
const publicReads = cases.filter(
  ([, { method, access, isStream, mediaType }]) => method === "GET" && access === "public" && !isStream && !mediaType,
);

describe("GET /api/openapi.json", () => {
  /** Accept an intended change with `npx vitest run --project integration openapi -u`. */
  test("describes every endpoint as last accepted: path, fields, types and errors", async () => {
    const hash = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
    const lines = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => `${method.toUpperCase()} ${path} ${hash(operation)}`),
    );
    await expect(`${lines.sort().join("\n")}\n`).toMatchFileSnapshot("./openapi.snapshot.txt");
  });

  test("is an OpenAPI 3.1 document that lists exactly the contract's endpoints", () => {
    expect(document).toMatchObject({ openapi: "3.1.0", info: { title: "Nexby API", version: "1" } });
    const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const declared = ENDPOINTS.map(({ method, path }) => `${method.toLowerCase()} ${pathOf(path)}`);
    expect(listed.sort()).toEqual(declared.sort());
  });

  test.each(cases)(
    "%s: lists the contract's parameters and requires path parameters",
    (_, { method, path, ...one }) => {
      const { parameters, summary } = operationOf(method, path);
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
    const responses = operationOf(one.method, one.path).responses as Record<string, { content: JsonContent }>;
    const schema = responses["200"]?.content["application/json"].schema ?? {};
    const isList = schema.type === "array";
    const { properties = {}, required = [] } = (isList ? schema.items : schema) as typeof schema;
    const [sample] = isList ? (body as object[]) : [body as object];
    expect(Object.keys(properties).sort()).toEqual(Object.keys(sample ?? {}).sort());
    expect([...required].sort()).toEqual(Object.keys(properties).sort());
    expect(Array.isArray(body)).toBe(isList);
  });

  test("gives a non-JSON response its own media type", () => {
    const { responses } = operationOf("GET", "/api/calendars/:token");
    expect(responses["200"]).toMatchObject({ content: { "text/calendar": { schema: { type: "string" } } } });
  });

  test.each(cases)("%s: lists the status and message of each declared error, and no other", (_, one) => {
    const { method, path } = one;
    const errors = errorsOf(one);
    const {
      "200": _success,
      "201": _created,
      ...errorResponses
    } = operationOf(method, path).responses as Record<string, object>;
    expect(Object.keys(errorResponses)).toEqual([...new Set(errors.map((code) => String(ERRORS[code].status)))].sort());
    for (const code of errors) {
      expect(errorResponses[ERRORS[code].status]).toMatchObject({
        description: expect.stringContaining(`${code}: ${ERRORS[code].message}`),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      });
    }
  });

  test("describes the single error format and has no dangling references", () => {
    expect(document.components.schemas.Error).toMatchObject({
      type: "object",
      required: ["message", "code", "requestId"],
      properties: { code: { enum: Object.keys(ERRORS) } },
    });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target);
    expect(new Set(references)).toEqual(new Set(["#/components/schemas/Error"]));
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
  const planted = openApiDocument([remove, change]);
  const operations = planted.paths["/api/things/{thingId}"];

  test("describe the body as the client sends it, several methods per path and several codes per status", () => {
    expect(Object.keys(operations ?? {})).toEqual(["delete", "put"]);
    expect(operations?.put?.requestBody?.content["application/json"]?.schema).toMatchObject({
      properties: { name: { type: "string", maxLength: 9 }, note: { default: "" } },
      required: ["name"],
    });
    expect(operations?.put?.parameters.find(({ name }) => name === "dry")).toMatchObject({ required: true });
    const { "400": bad } = (operations?.put?.responses ?? {}) as Record<string, { description: string }>;
    expect(bad?.description).toMatch(/^malformed_request: .+; validation_failed: /);
  });

  test("appear on the page with markup escaped", () => {
    const html = docsPage(planted);
    expect(html).toContain("<p>&lt;b&gt; · admin</p>");
    expect(html).toContain("<summary>Body</summary>");
  });
});

describe("GET /api/docs", () => {
  test("is a page without scripts that shows every endpoint with its parameters", async () => {
    const response = await fetch(`${app.origin}/api/docs`);
    const html = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    for (const { method, path, summary, query } of ENDPOINTS) {
      expect(html).toContain(`<b>${method}</b> <code>${pathOf(path)}</code>`);
      expect(html).toContain(escapeHtml(summary));
      for (const name of Object.keys(query?.shape ?? {})) expect(html).toContain(`<code>${name}</code>`);
    }
    expect(html.match(/<article>/g)).toHaveLength(ENDPOINTS.length);
    expect(html).not.toMatch(/<script|javascript:| on\w+=| style=/i);
  });

  test("has one inline style, allowed by its own security policy", async () => {
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
