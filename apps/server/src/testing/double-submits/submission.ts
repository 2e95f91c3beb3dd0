import type { Endpoint } from "@nexby/contract/endpoint";
import { addressOf } from "../call.ts";
import { formWith } from "../listings/good-files.ts";

/** One request that the endpoint accepts, as a client sends it. */
export type Submission = {
  headers: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** Sent as JSON; a string as it is. */
  body?: unknown;
  file?: { bytes: Buffer; name?: string; type?: string };
};

/** How an endpoint is submitted twice. */
export type Scenario = {
  /** Creates what one request needs to succeed. */
  prepare: () => Promise<Submission>;
  /** What a client changes besides the Idempotency-Key when a person acts again: an id of its own. */
  again?: (submission: Submission) => Submission;
  /** Why acting again is meant to have an effect again. Without a reason, it must not. */
  twice?: string;
};

export type Scenarios = Record<string, Scenario>;

export const once = (prepare: Scenario["prepare"], again?: Scenario["again"]): Scenario => ({
  prepare,
  ...(again && { again }),
});

export const twice = (why: string, prepare: Scenario["prepare"], again?: Scenario["again"]): Scenario => ({
  ...once(prepare, again),
  twice: why,
});

export type Answer = { status: number; text: string };

export async function submit(
  origin: string,
  endpoint: Endpoint,
  submission: Submission,
  idempotencyKey: string,
): Promise<Answer> {
  const { headers, body, file } = submission;
  const response = await fetch(origin + addressOf(endpoint, submission), {
    method: endpoint.method,
    headers: {
      "idempotency-key": idempotencyKey,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(file && { body: formWith(file) }),
  });
  return { status: response.status, text: await response.text() };
}
