import { type Endpoint, errorsOf, successStatus } from "@nexby/contract/endpoint";
import { errorBody } from "@nexby/contract/error-body";
import { ERRORS, type ErrorCode } from "@nexby/contract/errors";
import { NOW_HEADER } from "@nexby/contract/now-header";
import { z } from "zod";

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
    const before = byStatus[status];
    byStatus[status] = {
      description: `${before ? `${before.description}; ` : ""}${code}: ${message}`,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return byStatus;
}

function answerTypeOf({ mediaType, isStream }: Endpoint): string {
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
          [answerTypeOf(endpoint)]: {
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
