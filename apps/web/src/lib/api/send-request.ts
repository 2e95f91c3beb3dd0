import { withoutQuery } from "../paths.ts";
import { ApiError, ClientRefusalError, NO_RESPONSE } from "./errors.ts";
import { type ApiResponse, type PolledResponses, readResponse } from "./read-response.ts";
import {
  checkBodySize,
  checkMethod,
  checkUrl,
  isOwnUrl,
  isSessionCheck,
  requestInit,
  serializedBody,
  timeLimitOf,
} from "./request.ts";

export type Call = {
  method?: string;
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  timeLimitMs?: number;
  /** For visitors as well: a 401 is a valid response, not an error to report. */
  isOptional?: true;
};

/** Call that got an error response. */
export type CallFailure = { method: string; path: string; error: ApiError; milliseconds: number };

export type RequestDeps = {
  fetch: typeof fetch;
  origin: () => string;
  token: () => string | null;
  polled: PolledResponses;
  /** Reads the server time from the response headers. */
  onTime: (headers: Headers) => void;
  warn: (text: string) => void;
  onFailure: (failure: CallFailure) => void;
};

export const NOT_REACHED = "We couldn’t reach the server. Check your network connection and try again.";
export const TOO_SLOW = "The server took too long to respond. Check your network connection and try again.";

/** A single attempt: check, send, read. */
export async function sendRequest(call: Call, deps: RequestDeps): Promise<ApiResponse<unknown>> {
  const { method = "GET", url } = call;
  // Called without a receiver: a browser's fetch works only as a method of its window.
  const { fetch } = deps;
  checkUrl(url, deps.origin());
  checkMethod(method);
  const body = serializedBody(method, call.body);
  if (body !== undefined) checkBodySize(body);

  const known = method === "GET" ? deps.polled.find(url) : null;
  const isOwn = isOwnUrl(url, deps.origin());
  const init = requestInit({
    method,
    body,
    token: isOwn ? deps.token() : null,
    headers: { ...call.headers, ...(known && { "If-None-Match": known.tag }) },
  });

  const startedAt = performance.now();
  try {
    return await withinLimit(call, async (signal) => {
      const response = await fetch(url, { ...init, signal });
      if (isOwn) deps.onTime(response.headers);
      if (known && response.status === 304) return known.response;
      const result = { body: await readResponse(response, deps.warn), link: response.headers.get("link") };
      const tag = response.headers.get("etag");
      if (method === "GET" && tag) deps.polled.store(url, { tag, response: result });
      return result;
    });
  } catch (error) {
    if (error instanceof ApiError && isToReport(call, error.status)) {
      const milliseconds = performance.now() - startedAt;
      deps.onFailure({ method, path: withoutQuery(url), error, milliseconds });
    }
    throw error;
  }
}

function isToReport({ url, isOptional }: Call, status: number): boolean {
  return status !== NO_RESPONSE && !isSessionCheck(url) && !(isOptional && status === 401);
}

/** The limit applies until the last byte is read. When the caller aborts, the caller's own reason is thrown. */
async function withinLimit<Result>(call: Call, send: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), call.timeLimitMs ?? timeLimitOf(call.url));
  try {
    return await send(call.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal);
  } catch (error) {
    if (call.signal?.aborted || error instanceof ApiError || error instanceof ClientRefusalError) throw error;
    throw new ApiError({ status: NO_RESPONSE, message: limit.signal.aborted ? TOO_SLOW : NOT_REACHED, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
