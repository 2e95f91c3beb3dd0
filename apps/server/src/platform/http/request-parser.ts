import type { Endpoint } from "@nexby/contract/endpoint";
import { ERRORS } from "@nexby/contract/errors";
import type { z } from "zod";
import { AppError, type FieldError } from "../errors/app-error.ts";

type Raw = { params: unknown; query: unknown; body: unknown };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ParsedRequest<E extends Endpoint> = {
  params: Parsed<E["params"]>;
  query: Parsed<E["query"]>;
  body: Parsed<E["body"]>;
};

const DEEPEST = 64;

/** PostgreSQL text cannot hold U+0000, so no input of ours may. Looks only so deep: nothing we ask for is deeper. */
function hasNul(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null) return false;
  if (depth > DEEPEST) throw new AppError("malformed_request");
  return Object.entries(value).some(([key, inner]) => key.includes("\0") || hasNul(inner, depth + 1));
}

function fieldErrors(error: z.ZodError): FieldError[] {
  const firstPerField = new Map<string, string>();
  for (const issue of error.issues) {
    const field = issue.path.map(String).join(".");
    // Without a field it is the whole body that has the wrong form, of which the parser speaks its own language.
    const message = field === "" ? ERRORS.validation_failed.message : issue.message;
    if (!firstPerField.has(field)) firstPerField.set(field, message);
  }
  return [...firstPerField].map(([field, message]) => ({ field, message }));
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  if (hasNul(value)) throw new AppError("validation_failed", "Text must not contain a zero character");
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = fieldErrors(result.error);
  throw new AppError("validation_failed", details[0]?.message, { details });
}

/** Checks a request against its endpoint. A path that cannot name a record names nothing: 404, not 400. */
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
