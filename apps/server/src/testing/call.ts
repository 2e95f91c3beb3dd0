import { deepStrictEqual } from "node:assert/strict";
import { type Endpoint, errorsOf, type ResponseOf, successStatus } from "@nexby/contract/endpoint";
import { ERRORS, type ErrorBody, errorBody } from "@nexby/contract/errors";

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

/** Calls over HTTP and returns any response. */
export async function send(origin: string, endpoint: Endpoint, input: Input): Promise<Response> {
  return fetch(`${origin}${addressOf(endpoint, input)}`, {
    method: endpoint.method,
    headers: { ...(input.body !== undefined && { "content-type": "application/json" }), ...input.headers },
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
