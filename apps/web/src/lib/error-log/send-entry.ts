import type { ErrorLogEntry } from "@nexby/contract/error-logs";
import { requestInit } from "../client/request-headers.ts";

type Parts = { fetch: typeof globalThis.fetch; token: () => string | null };

/**
 * Sent past the request client, whose failures are reported: a report that fails must not lead to another. It is on its
 * way also when the page is being left.
 */
export const entrySender =
  ({ fetch, token }: Parts) =>
  (entry: ErrorLogEntry): void => {
    const init = requestInit({ method: "POST", body: JSON.stringify(entry), token: token() });
    void fetch("/api/error-logs", { ...init, keepalive: true }).catch(() => undefined);
  };
