import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Required caller: anyone, an account, an approved account, or an admin. */
export type Access = "public" | "signed-in" | "approved" | "admin";

/**
 * At most `times` calls in `seconds`, counted per network address or per account. With `countsFailuresOnly`, a call that
 * succeeds is taken out of the count again.
 */
export type CallLimit = { per: "address" | "account"; times: number; seconds: number; countsFailuresOnly?: true };

/**
 * The single source of truth for a call: the server mounts it, the web app derives its types from it, and OpenAPI and
 * the access matrix list it.
 */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  access: Access;
  limits?: readonly CallLimit[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Body size limit, where it is lower than the default. */
  maxBytes?: number;
  /**
   * Takes one file as multipart/form-data in the field `file` instead of a JSON body. An Idempotency-Key is ignored,
   * because storing the outcome would hold a transaction open while the file is processed: a file sent twice is stored
   * twice, and the unused one is removed after a day.
   */
  upload?: {
    maxBytes: number;
    /** Decides about money, so some room is kept for it when many others upload. */
    isEvidence?: true;
  };
  response: z.ZodType;
  /** Responds with text or a file of this type instead of JSON; `response` then describes that. */
  mediaType?: string;
  /** Success status; defaults to 200. */
  status?: 201;
  /**
   * The response contains a secret or depends on one that can be guessed, so it is not stored under an Idempotency-Key.
   * Storing an outcome rolls back whatever a rejection wrote, and a wrong guess must stay counted.
   */
  isOutcomeSecret?: true;
  /** Polled regularly: responds with an ETag, and with 304 while nothing changed. */
  isPolled?: true;
  /** Responds with a stream of server-sent events instead of JSON; `response` then describes the data of one event. */
  isStream?: true;
  errors: readonly ErrorCode[];
};

/** Endpoints about one topic, under the names that code and the OpenAPI document use for them. */
export type EndpointGroup = { tag: string; description: string; endpoints: Record<string, Endpoint> };

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** The response of an endpoint, as the client sees it. */
export type ResponseOf<E extends Endpoint> = z.infer<E["response"]>;

const ACCESS_ERRORS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  "signed-in": ["unauthenticated"],
  approved: ["unauthenticated", "account_not_approved"],
  admin: ["unauthenticated", "forbidden"],
};

/** True for writes, whose outcome is stored under the Idempotency-Key they came with. */
export const isIdempotent = ({ method, isOutcomeSecret, upload }: Endpoint): boolean =>
  method !== "GET" && !isOutcomeSecret && !upload;

const MEGABYTE = 1024 * 1024;

export const tooLargeMessage = ({ maxBytes }: NonNullable<Endpoint["upload"]>): string =>
  `The file is larger than ${Math.floor(maxBytes / MEGABYTE)} MB. Please choose a smaller one.`;

export const successStatus = ({ status }: Endpoint): 200 | 201 => status ?? 200;

/** Any call can violate HTTP itself, come after too many others, meet a bug of ours, or find the database unreachable. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  "malformed_request",
  "too_many_requests",
  "internal_error",
  "service_unavailable",
];

/** Writes are refused when another site makes a browser send them, and when their body cannot be read. */
const WRITE_ERRORS: readonly ErrorCode[] = [
  "forbidden",
  "request_timeout",
  "payload_too_large",
  "unsupported_media_type",
];

/** All error codes of a call: those it declares, and those that follow from its access, limits, method and input. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { method, access, params, query, body, upload, errors } = endpoint;
  const hasInput = query || body || upload || isIdempotent(endpoint);
  const implied: readonly ErrorCode[] = [
    ...(hasInput ? (["validation_failed"] as const) : []),
    ...ACCESS_ERRORS[access],
    // A path parameter of the wrong format cannot name a record.
    ...(params ? (["not_found"] as const) : []),
    ...(method === "GET" ? [] : WRITE_ERRORS),
    ...(isIdempotent(endpoint) ? (["idempotency_key_reused"] as const) : []),
    ...(upload ? (["storage_full"] as const) : []),
    ...COMMON_ERRORS,
  ];
  return [...new Set([...implied, ...errors])];
}
