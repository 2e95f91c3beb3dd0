import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may call: everybody, an account, an approved account, an administrator. */
export type Access = "public" | "signed-in" | "approved" | "admin";

/** At most so many calls in so many seconds, counted per network address or per account. */
type CallLimit = { per: "address" | "account"; times: number; seconds: number };

/** The single source of a call: the server mounts it, the web types itself by it, OpenAPI and the access matrix list it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  summary: string;
  access: Access;
  limits?: readonly CallLimit[];
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Of the body, where less than usual is enough. */
  maxBytes?: number;
  /**
   * Takes one file, as multipart/form-data in the field `file`, instead of a JSON body. An Idempotency-Key is not
   * looked at: a file that was sent twice is kept twice, and the one that nothing shows is removed after a day. Keeping
   * the outcome would hold a transaction open for as long as the file is worked on.
   */
  upload?: { maxBytes: number };
  response: z.ZodType;
  /** Answers text or a file of this type instead of JSON; `response` then is that. */
  mediaType?: string;
  /** Of a success; 200 unless it says otherwise. */
  status?: 201;
  /**
   * The answer holds a secret, or depends on one that can be guessed: it is not kept under an Idempotency-Key. What is
   * kept takes back whatever a refusal wrote, and a guess must stay counted.
   */
  isOutcomeSecret?: true;
  /** Asked again and again: answered with an ETag, and with 304 while nothing changed. */
  isPolled?: true;
  /** A stream of server-sent events instead of one JSON answer; `response` then describes the data of one event. */
  isStream?: true;
  errors: readonly ErrorCode[];
};

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

/** What an endpoint answers, as the client sees it. */
export type ResponseOf<E extends Endpoint> = z.infer<E["response"]>;

const ACCESS_ERRORS: Record<Access, readonly ErrorCode[]> = {
  public: [],
  "signed-in": ["unauthenticated"],
  approved: ["unauthenticated", "account_not_approved"],
  admin: ["unauthenticated", "forbidden"],
};

/** A write, whose outcome is kept under the Idempotency-Key it came with. */
export const isIdempotent = ({ method, isOutcomeSecret, upload }: Endpoint): boolean =>
  method !== "GET" && !isOutcomeSecret && !upload;

const MEGABYTE = 1024 * 1024;

/** What to tell whoever sends a file that is larger than an endpoint takes. */
export const tooLargeMessage = ({ maxBytes }: NonNullable<Endpoint["upload"]>): string =>
  `The file is larger than ${Math.floor(maxBytes / MEGABYTE)} MB. Please choose a smaller one`;

export const successStatus = ({ status }: Endpoint): 200 | 201 => status ?? 200;

/** Every code a call may answer with: what it declares, and what follows from its access, limits and method. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const implied: readonly ErrorCode[] = [
    ...ACCESS_ERRORS[endpoint.access],
    ...(endpoint.limits ? (["too_many_requests"] as const) : []),
    ...(isIdempotent(endpoint) ? (["idempotency_key_reused"] as const) : []),
  ];
  return [...new Set([...implied, ...endpoint.errors])];
}
