import type { Endpoint, ResponseOf } from "@nexby/contract/endpoint";
import { sessionMemory } from "../browser/storage.ts";
import { callReporter, reportError } from "../errors/error-log.ts";
import { warn } from "../errors/log-session.ts";
import { withoutQuery } from "../paths.ts";
import { storedToken } from "../stored-session.ts";
import { browserClient } from "./client.ts";
import { ApiError, NO_RESPONSE } from "./errors.ts";
import { readResponse } from "./read-response.ts";
import { NOT_REACHED, TOO_SLOW } from "./send-request.ts";

type Uploading = Endpoint & { method: "POST"; upload: object };

export type UploadWatch = {
  /** From 0 to 1. At 1 everything is sent and the server is processing it. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

/** "/api/items/:itemId" with the parameter filled in. A query may follow. */
type Filled<Path extends string> = Path extends `${infer Start}/:${string}/${infer Rest}`
  ? `${Start}/${string}/${Filled<Rest>}`
  : Path extends `${infer Start}/:${string}`
    ? `${Start}/${string}`
    : Path;

const MAX_MS = 120_000;

const report = callReporter(reportError);

/** Uploads a file. Doesn't use fetch, which cannot report progress. */
export function uploadFile<E extends Uploading>(
  path: Filled<E["path"]>,
  file: File,
  watch: UploadWatch,
): Promise<ResponseOf<E>> {
  return browserClient.withSession(path, async () => {
    const startedAt = performance.now();
    try {
      return (await readResponse(await send(path, file, watch), warn)) as ResponseOf<E>;
    } catch (error) {
      if (error instanceof ApiError && error.status !== NO_RESPONSE) {
        report({ method: "POST", path: withoutQuery(path), error, milliseconds: performance.now() - startedAt });
      }
      throw error;
    }
  });
}

function send(path: string, file: File, { onProgress, signal }: UploadWatch): Promise<Response> {
  const form = new FormData();
  form.append("file", file);
  const token = storedToken(sessionMemory);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (message: string) => reject(new ApiError({ status: NO_RESPONSE, message }));
    request.open("POST", path);
    request.timeout = MAX_MS;
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => fail(NOT_REACHED);
    request.ontimeout = () => fail(TOO_SLOW);
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) reject(signal.reason);
    else request.send(form);
  });
}

function responseOf(request: XMLHttpRequest): Response {
  const wait = request.getResponseHeader("retry-after");
  const headers = { "content-type": "application/json", ...(wait && { "retry-after": wait }) };
  return new Response(request.responseText, { status: request.status, statusText: request.statusText, headers });
}

/** The id of a new file or record, as a random UUID. Unlike `crypto.randomUUID`, it also works on pages without HTTPS. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
