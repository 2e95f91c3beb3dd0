import { type Endpoint, errorsOf, successStatus } from "@nexby/contract/endpoint";
import { ERRORS, type ErrorCode, errorBody } from "@nexby/contract/errors";
import { NOW_HEADER } from "@nexby/contract/urls";
import { z } from "zod";
import { escapeHtml, plainPage } from "./plain-page.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

function schemaOf(type: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: "any" });
  return schema;
}

function parametersOf(place: "path" | "query", object: z.ZodObject | undefined) {
  if (!object) return [];
  const schema = schemaOf(object, "input");
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || (schema.required ?? []).includes(name),
    ...(typeof property === "object" && property.description && { description: property.description }),
    schema: property,
  }));
}

function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus: Record<string, { description: string; content: object }> = {};
  for (const code of codes) {
    const { status, message } = ERRORS[code];
    const previous = byStatus[status];
    byStatus[status] = {
      description: `${previous ? `${previous.description}; ` : ""}${code}: ${message}`,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return byStatus;
}

function responseTypeOf({ mediaType, isStream }: Endpoint): string {
  if (isStream) return "text/event-stream";
  return mediaType?.split(";")[0] ?? "application/json";
}

const ONE_FILE: JsonSchema = {
  type: "object",
  properties: { file: { type: "string", format: "binary" } },
  required: ["file"],
};

type RequestBody = { required: boolean; content: Record<string, { schema: JsonSchema }> };

function requestBodyOf({ body, upload }: Endpoint): { requestBody?: RequestBody } {
  if (upload) return { requestBody: { required: true, content: { "multipart/form-data": { schema: ONE_FILE } } } };
  if (!body) return {};
  return { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } } };
}

function operationOf(endpoint: Endpoint) {
  return {
    summary: endpoint.summary,
    "x-access": endpoint.access,
    parameters: [...parametersOf("path", endpoint.params), ...parametersOf("query", endpoint.query)],
    ...requestBodyOf(endpoint),
    responses: {
      [String(successStatus(endpoint))]: {
        description: "Success",
        content: {
          [responseTypeOf(endpoint)]: {
            schema: schemaOf(endpoint.response, "output"),
          },
        },
      },
      ...errorResponses(errorsOf(endpoint)),
    },
  };
}

/** The contract as an OpenAPI 3.1 document. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Nexby API",
      version: "1",
      description: `Rent and share locally: the calls behind the product. Every answer tells its time in the header ${NOW_HEADER}.`,
    },
    paths,
    components: { schemas: { Error: schemaOf(errorBody, "output") } },
  };
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

type Operation = NonNullable<OpenApiDocument["paths"][string][string]>;

const schemaBlock = (title: string, value: object) =>
  `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;

function parameterTable({ parameters }: Operation): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(
    ({ name, in: place, required, description = "" }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? ", required" : ""}</td><td>${escapeHtml(description)}</td></tr>`,
  );
  return `<table><thead><tr><th>Parameter</th><th>Where</th><th>Meaning</th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function operationCard(method: string, path: string, operation: Operation): string {
  const blocks = [
    ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) =>
      schemaBlock(type === "application/json" ? "Body" : `Body (${type})`, schema),
    ),
    schemaBlock("Answers", operation.responses),
  ];
  return `<article><h2><b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)} · ${operation["x-access"]}</p>${parameterTable(operation)}${blocks.join("")}</article>`;
}

/** Renders the contract as one readable page without scripts. */
export function docsPage(document: OpenApiDocument): string {
  const cards = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => operationCard(method, path, operation)),
  );
  const introduction = `<p>${document.info.description} For machines: <a href="/api/openapi.json">openapi.json</a>. Errors always carry <code>message</code> and <code>code</code>.</p>`;
  return plainPage(document.info.title, [introduction, ...cards].join("\n"));
}
