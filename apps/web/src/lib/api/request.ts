import { ownPath, withoutQuery } from "../paths.ts";
import { ClientRefusalError } from "./errors.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const;
type Method = (typeof METHODS)[number];

/** Limit for requests and for responses. */
export const MAX_BYTES = 10 * 1024 * 1024;

const LOOPBACK = [
  /^(.+\.)?localhost\.?$/,
  /^127\./,
  /^0\.0\.0\.0$/,
  /^\[::1?\]$/,
  // 127.0.0.0/8 and 0.0.0.0 written as IPv6.
  /^\[::ffff:(7f[0-9a-f]{2}:[0-9a-f]+|0:0)\]$/,
];

/** Relative or same-origin. Our own secrets may be sent only there. */
export const isOwnUrl = (url: string, origin: string): boolean =>
  ownPath(url) !== null || (URL.canParse(url) && new URL(url).origin === origin);

export function checkUrl(url: string, origin: string): void {
  if (isOwnUrl(url, origin)) return;
  if (!URL.canParse(url) || new URL(url).protocol !== "https:") {
    throw new ClientRefusalError("Invalid URL: must be relative or HTTPS");
  }
  const { hostname } = new URL(url);
  if (LOOPBACK.some((pattern) => pattern.test(hostname))) {
    throw new ClientRefusalError("Invalid URL: localhost access not allowed");
  }
}

export function checkMethod(method: string): asserts method is Method {
  if (!METHODS.some((known) => known === method)) throw new ClientRefusalError("Invalid HTTP method");
}

export function checkBodySize(body: string): void {
  if (new TextEncoder().encode(body).byteLength > MAX_BYTES) throw new ClientRefusalError("Request too large");
}

type Parts = {
  method: Method;
  /** Already serialized. */
  body?: string;
  token: string | null;
  headers?: Record<string, string>;
};

const METHODS_WITH_BODY: readonly Method[] = ["POST", "PUT", "PATCH"];

/** JSON body, only for methods that have one. */
export const serializedBody = (method: Method, body: unknown): string | undefined =>
  METHODS_WITH_BODY.includes(method) && body !== undefined ? JSON.stringify(body) : undefined;

/** Options common to all our requests. */
export function requestInit({
  method,
  body,
  token,
  headers,
}: Parts): RequestInit & { headers: Record<string, string> } {
  return {
    method,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-Requested-With": "XMLHttpRequest",
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    credentials: "include",
    cache: "no-store",
    ...(body !== undefined && { body }),
  };
}

const USUAL_MS = 15_000;
const FILES_MS = 120_000;
const MODELS_MS = 60_000;

/** Timeout in milliseconds. */
export function timeLimitOf(url: string): number {
  const path = withoutQuery(url);
  if (/upload|analyze/.test(path)) return FILES_MS;
  if (/\/openai|\/ai/.test(path)) return MODELS_MS;
  return USUAL_MS;
}

export const CURRENT_USER_PATH = "/api/auth/user";

/** Its failures go only to the console. */
export const isSessionCheck = (url: string): boolean => withoutQuery(url) === CURRENT_USER_PATH;
