import type { Method } from "./request-checks.ts";

type Parts = {
  method: Method;
  /** Already serialized. */
  body?: string;
  token: string | null;
  headers?: Record<string, string>;
};

const METHODS_WITH_BODY: readonly Method[] = ["POST", "PUT", "PATCH"];

/** What is sent as the body: JSON, and only where a body belongs. */
export const serializedBody = (method: Method, body: unknown): string | undefined =>
  METHODS_WITH_BODY.includes(method) && body !== undefined ? JSON.stringify(body) : undefined;

/** What every request of ours has in common. */
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
