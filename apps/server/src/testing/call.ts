import { deepStrictEqual } from "node:assert/strict";
import { request } from "node:http";
import { type Endpoint, errorsOf, type ResponseOf, successStatus } from "@nexby/contract/endpoint";
import { ERRORS, type ErrorBody, errorBody } from "@nexby/contract/errors";
import { expect } from "vitest";
import { until } from "./server-process.ts";

type Input = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
};
type Success<E extends Endpoint> = { status: 200 | 201; body: ResponseOf<E>; headers: Headers };
type Failure = { status: number; error: ErrorBody; headers: Headers };

export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Input): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

/** Compressing and decompressing a response takes longer than a query. */
const UNCOMPRESSED = { "accept-encoding": "identity" };

/** Calls over HTTP and returns any response. */
export async function send(origin: string, endpoint: Endpoint, input: Input): Promise<Response> {
  return fetch(`${origin}${addressOf(endpoint, input)}`, {
    method: endpoint.method,
    headers: {
      ...UNCOMPRESSED,
      ...(input.body !== undefined && { "content-type": "application/json" }),
      ...input.headers,
    },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
  });
}

/** Calls over HTTP and checks that the response matches the contract exactly, without extra fields. */
export async function call<E extends Endpoint>(origin: string, endpoint: E, input: Input = {}): Promise<Success<E>> {
  const response = await send(origin, endpoint, input);
  const json: unknown = await response.json();
  const status = successStatus(endpoint);
  if (response.status !== status)
    throw new Error(`${endpoint.path} answered ${response.status}: ${JSON.stringify(json)}`);
  const body = endpoint.response.parse(json) as ResponseOf<E>;
  deepStrictEqual(json, body);
  return { status, body, headers: response.headers };
}

/** Expects an error response in the standard format with a code the endpoint declares. */
export async function callExpectingError(origin: string, endpoint: Endpoint, input: Input = {}): Promise<Failure> {
  const response = await send(origin, endpoint, input);
  const error = errorBody.strict().parse(await response.json());
  deepStrictEqual(ERRORS[error.code].status, response.status);
  if (!errorsOf(endpoint).includes(error.code)) throw new Error(`${endpoint.path} does not declare ${error.code}`);
  return { status: response.status, error, headers: response.headers };
}

/** Requests the path unmodified; `fetch` would normalize it. */
export function rawGet(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    })
      .on("error", reject)
      .end();
  });
}

type Refusal = { status: number; code: string; message: string; details: ErrorBody["details"]; text: string };

/** Reads an error response and checks its standard format. */
export async function refusal(response: Response): Promise<Refusal> {
  const text = await response.text();
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { requestId, code, message, details } = errorBody.strict().parse(JSON.parse(text));
  expect(response.headers.get("x-request-id")).toBe(requestId);
  return { status: response.status, code, message, details, text };
}

export type ReceivedEvent = { id: string; type: string; data: unknown };

/** The client side of an event stream, with all events so far. */
export type EventReader = {
  status: number;
  events: ReceivedEvent[];
  /** Heartbeats and other comments. */
  comments: string[];
  lastId(): string | undefined;
  until(condition: (events: readonly ReceivedEvent[]) => boolean): Promise<void>;
  ended: Promise<void>;
  close(): void;
};

export async function readEventStream(address: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const abort = new AbortController();
  const response = await fetch(address, { headers, signal: abort.signal });
  const events: ReceivedEvent[] = [];
  const comments: string[] = [];

  const parseBlock = (block: string) => {
    const fields = Object.fromEntries(
      block.split("\n").map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    );
    if ("" in fields) comments.push(fields[""]);
    if (fields.event) events.push({ id: fields.id ?? "", type: fields.event, data: JSON.parse(fields.data ?? "null") });
  };
  const readAll = async () => {
    let rest = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      blocks.forEach(parseBlock);
    }
  };
  const ended = readAll().catch(() => undefined);

  return {
    status: response.status,
    events,
    comments,
    lastId: () => events.at(-1)?.id,
    until: (condition) =>
      until(
        () => condition(events),
        () => `The last events are ${JSON.stringify(events.slice(-5))}`,
      ),
    ended,
    close: () => abort.abort(),
  };
}
