import { withoutQuery } from "../paths.ts";
import { ApiError, ClientRefusalError, NO_ANSWER } from "./errors.ts";
import { type Answer, type PolledResponses, readResponse } from "./read-response.ts";
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
  /** For visitors as well: that nobody is signed in is an answer, not an error to report. */
  isOptional?: true;
};

/** A call that was answered, but not as it should have been. */
export type CallFailure = { method: string; path: string; error: ApiError; milliseconds: number };

export type Surroundings = {
  fetch: typeof fetch;
  origin: () => string;
  token: () => string | null;
  polled: PolledResponses;
  /** What our server says of its time. */
  onTime: (headers: Headers) => void;
  warn: (text: string) => void;
  onFailure: (failure: CallFailure) => void;
};

export const NOT_REACHED = "We could not reach the server. Check your network connection and try again.";
export const TOO_SLOW = "The server took too long to answer. Check your network connection and try again.";

/** One attempt: checked, sent, read. */
export async function sendRequest(call: Call, around: Surroundings): Promise<Answer<unknown>> {
  const { method = "GET", url } = call;
  // Called by itself: a browser's fetch refuses to be a method of anything but its window.
  const { fetch } = around;
  checkUrl(url, around.origin());
  checkMethod(method);
  const body = serializedBody(method, call.body);
  if (body !== undefined) checkBodySize(body);

  const known = method === "GET" ? around.polled.find(url) : null;
  const isOwn = isOwnUrl(url, around.origin());
  const init = requestInit({
    method,
    body,
    token: isOwn ? around.token() : null,
    headers: { ...call.headers, ...(known && { "If-None-Match": known.tag }) },
  });

  const startedAt = performance.now();
  try {
    return await withinLimit(call, async (signal) => {
      const response = await fetch(url, { ...init, signal });
      if (isOwn) around.onTime(response.headers);
      if (known && response.status === 304) return known.answer;
      const answer = { body: await readResponse(response, around.warn), link: response.headers.get("link") };
      const tag = response.headers.get("etag");
      if (method === "GET" && tag) around.polled.keep(url, { tag, answer });
      return answer;
    });
  } catch (error) {
    if (error instanceof ApiError && isToReport(call, error.status)) {
      const milliseconds = performance.now() - startedAt;
      around.onFailure({ method, path: withoutQuery(url), error, milliseconds });
    }
    throw error;
  }
}

function isToReport({ url, isOptional }: Call, status: number): boolean {
  return status !== NO_ANSWER && !isSessionCheck(url) && !(isOptional && status === 401);
}

/** The limit holds until the last byte is read. When the caller gives up, the caller's own reason is thrown. */
async function withinLimit<Result>(call: Call, act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), call.timeLimitMs ?? timeLimitOf(call.url));
  try {
    return await act(call.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal);
  } catch (error) {
    if (call.signal?.aborted || error instanceof ApiError || error instanceof ClientRefusalError) throw error;
    throw new ApiError({ status: NO_ANSWER, message: limit.signal.aborted ? TOO_SLOW : NOT_REACHED, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
