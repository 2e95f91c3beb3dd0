import { ownPath } from "../own-path.ts";
import { ClientRefusalError } from "./errors.ts";

const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** Of a request, and of an answer. */
export const MOST_BYTES = 10 * 1024 * 1024;

const LOOPBACK = [
  /^(.+\.)?localhost\.?$/,
  /^127\./,
  /^0\.0\.0\.0$/,
  /^\[::1?\]$/,
  // 127.0.0.0/8 and 0.0.0.0 written as IPv6.
  /^\[::ffff:(7f[0-9a-f]{2}:[0-9a-f]+|0:0)\]$/,
];

/** Relative, or of the same origin. Only there our own secrets may be sent. */
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
  if (new TextEncoder().encode(body).byteLength > MOST_BYTES) throw new ClientRefusalError("Request too large");
}
