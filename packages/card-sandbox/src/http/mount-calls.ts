import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FaultKind, type Settings, type TakenFault, takeCallFault } from "../settings.ts";
import type { DatabasePool } from "../transaction.ts";
import type { Call, Context } from "./call.ts";
import { parseForm } from "./fields.ts";
import { accountOf, authenticate, fingerprint, type Keys, type Outcome, readKey } from "./idempotency.ts";
import { type Performed, read, SERVER_ERROR, write } from "./perform.ts";
import { Refusal } from "./refusals.ts";

export type Deps = {
  pool: DatabasePool;
  now: () => Promise<Date>;
  keys: Keys;
  settings: () => Settings;
  onError: (error: unknown) => void;
};

type Route = { Params: { id?: string; inner?: string } };

const simulatedError = (status: number, type: string, code: string, message: string): Outcome => ({
  status,
  body: { error: { type, code, message: `${message} (Simulated.)` } },
});

/** Simulated errors sent before the call has any effect. */
const FAULT_RESPONSES: Partial<Record<FaultKind, Outcome>> = {
  conflict: simulatedError(
    409,
    "idempotency_error",
    "idempotency_key_in_use",
    "There is currently another in-progress request using this key.",
  ),
  rate_limit: simulatedError(429, "invalid_request_error", "rate_limit", "Request rate limit exceeded."),
  server_error: SERVER_ERROR,
};

/** Mounts calls that browsers may make under /sandbox too, so that the product can proxy them on its own origin. */
export function mountCalls(app: FastifyInstance, deps: Deps, calls: readonly Call[]): void {
  for (const call of calls) {
    const urls = call.key === "publishable" ? [call.path, `/sandbox${call.path}`] : [call.path];
    for (const url of urls) {
      app.route<Route>({
        method: call.method,
        url,
        handler: (request, reply) => handleCall(deps, call, request, reply),
      });
    }
  }
}

async function handleCall(
  deps: Deps,
  call: Call,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    echoKey(reply, call, request.headers["idempotency-key"]);
    const { isServer } = authenticate(request.headers, deps.keys, call.key);
    const [path = ""] = request.url.split("?");
    const isControl = path.startsWith("/sandbox-control/");
    const fault = isControl ? null : await takeCallFault(deps.pool, call.method, path);
    if (fault?.kind === "no_answer") return hangUp(reply, fault.milliseconds);
    const faultResponse = fault && FAULT_RESPONSES[fault.kind];
    if (faultResponse) return reply.code(faultResponse.status).send(faultResponse.body);
    const performed = await perform(deps, call, request, { path, isServer, fault });
    return await sendResponse(reply, performed, fault);
  } catch (error) {
    if (error instanceof Refusal) return reply.code(error.status).send({ error: error.body });
    deps.onError(error);
    return reply.code(500).send({ error: { type: "api_error", message: "The card sandbox failed." } });
  }
}

function echoKey(reply: FastifyReply, { method }: Call, header: string | string[] | undefined): void {
  const key = method === "POST" ? readKey(header) : null;
  if (key !== null) reply.header("idempotency-key", key);
}

type CallDetails = { path: string; isServer: boolean; fault: TakenFault | null };

async function perform(
  { pool, now, settings }: Deps,
  call: Call,
  request: FastifyRequest<Route>,
  { path, isServer, fault }: CallDetails,
): Promise<Performed> {
  const query = request.url.split("?")[1] ?? "";
  const form = parseForm(call.method === "GET" ? query : [query, formOf(request.body)].filter(Boolean).join("&"));
  const prepared = call.prepare(form);
  const { id = "", inner = "" } = request.params;
  const requestContext: Omit<Context, "db"> = {
    now: Math.floor((await now()).getTime() / 1000),
    account: await accountOf(pool, request.headers),
    isServer,
    settings: settings(),
    request: {
      id: request.id,
      idempotencyKey: call.method === "POST" ? readKey(request.headers["idempotency-key"]) : null,
    },
  };
  const performance = {
    prepared,
    path: { id, inner },
    fingerprint: fingerprint(call.method, path, prepared.given),
    isErrorInjected: fault?.kind === "server_error_kept",
  };
  return call.method === "GET" ? read(pool, requestContext, performance) : write(pool, requestContext, performance);
}

const formOf = (body: unknown): string => (typeof body === "string" ? body : "");

async function sendResponse(
  reply: FastifyReply,
  performed: Performed,
  fault: TakenFault | null,
): Promise<FastifyReply> {
  if (fault?.kind === "no_answer_after_success") return hangUp(reply, fault.milliseconds);
  if (fault?.kind === "reset_after_success") return hangUp(reply, 0);
  if (fault?.kind === "slow") await sleep(fault.milliseconds);
  if (performed.replayOf !== null) {
    reply.headers({ "idempotent-replayed": "true", "original-request": performed.replayOf });
  }
  // A saved error is replayed on every retry, so a header keeps the SDK from retrying.
  if (performed.status >= 500) reply.header("stripe-should-retry", "false");
  return reply.code(performed.status).send(performed.body);
}

/** Sends no response and closes the connection after a while. */
function hangUp(reply: FastifyReply, milliseconds: number): FastifyReply {
  reply.hijack();
  const { socket } = reply.raw;
  if (milliseconds === 0) socket?.resetAndDestroy();
  else setTimeout(() => socket?.destroy(), milliseconds).unref();
  return reply;
}
