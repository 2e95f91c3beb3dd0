import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Pool } from "pg";
import { API_VERSION } from "../events/emit.ts";
import { type TakenFault, takeCallFault } from "../faults.ts";
import type { FaultKind, Settings } from "../settings.ts";
import { newId } from "../store.ts";
import type { Call, Context } from "./call.ts";
import { parseForm } from "./form.ts";
import { accountOf, authenticate, fingerprint, type Keys, type Outcome, readKey } from "./idempotency.ts";
import { type Performed, read, SERVER_ERROR, write } from "./perform.ts";
import { Refusal } from "./refusals.ts";

export type Deps = {
  pool: Pool;
  now: () => Promise<Date>;
  keys: Keys;
  settings: () => Settings;
  onError: (error: unknown) => void;
};

type Route = { Params: { id?: string; inner?: string } };

const onPurpose = (status: number, type: string, code: string, message: string): Outcome => ({
  status,
  body: { error: { type, code, message: `${message} (Set on purpose.)` } },
});

/** Answers of a bad day; nothing has happened yet. */
const SPOILT: Partial<Record<FaultKind, Outcome>> = {
  conflict: onPurpose(
    409,
    "idempotency_error",
    "idempotency_key_in_use",
    "There is currently another in-progress request using this key.",
  ),
  rate_limit: onPurpose(429, "invalid_request_error", "rate_limit", "Request rate limit exceeded."),
  server_error: SERVER_ERROR,
};

/** Under /sandbox too where browsers may call: that part the product can pass on under its own address. */
export function mountCalls(app: FastifyInstance, deps: Deps, calls: readonly Call[]): void {
  for (const call of calls) {
    const urls = call.key === "publishable" ? [call.path, `/sandbox${call.path}`] : [call.path];
    for (const url of urls) {
      app.route<Route>({ method: call.method, url, handler: (request, reply) => answer(deps, call, request, reply) });
    }
  }
}

async function answer(
  deps: Deps,
  call: Call,
  request: FastifyRequest<Route>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const requestId = newId("req");
  reply.headers({ "request-id": requestId, "stripe-version": request.headers["stripe-version"] ?? API_VERSION });
  try {
    const { isServer } = authenticate(request.headers, deps.keys, call.key);
    const [path = ""] = request.url.split("?");
    const isControl = path.startsWith("/sandbox-control/");
    const fault = isControl ? null : await takeCallFault(deps.pool, call.method, path);
    if (fault?.kind === "no_answer") return hangUp(reply, fault.milliseconds);
    const spoilt = fault && SPOILT[fault.kind];
    if (spoilt) return reply.code(spoilt.status).send(spoilt.body);
    const performed = await perform(deps, call, request, { requestId, path, isServer, fault });
    return await deliverAnswer(reply, performed, fault);
  } catch (error) {
    if (error instanceof Refusal) return reply.code(error.status).send({ error: error.body });
    deps.onError(error);
    return reply.code(500).send({ error: { type: "api_error", message: "The card sandbox failed." } });
  }
}

type Known = { requestId: string; path: string; isServer: boolean; fault: TakenFault | null };

async function perform(
  { pool, now, settings }: Deps,
  call: Call,
  request: FastifyRequest<Route>,
  { requestId, path, isServer, fault }: Known,
): Promise<Performed> {
  const query = request.url.split("?")[1] ?? "";
  const form = parseForm(call.method === "GET" ? query : [query, formOf(request.body)].filter(Boolean).join("&"));
  const prepared = call.prepare(form);
  const { id = "", inner = "" } = request.params;
  const asked: Omit<Context, "db"> = {
    now: Math.floor((await now()).getTime() / 1000),
    account: await accountOf(pool, request.headers),
    isServer,
    settings: settings(),
    request: {
      id: requestId,
      idempotencyKey: call.method === "POST" ? readKey(request.headers["idempotency-key"]) : null,
    },
  };
  const performance = {
    prepared,
    path: { id, inner },
    fingerprint: fingerprint(call.method, path, prepared.given),
    isAnswerSpoilt: fault?.kind === "server_error_kept",
  };
  return call.method === "GET" ? read(pool, asked, performance) : write(pool, asked, performance);
}

const formOf = (body: unknown): string => (typeof body === "string" ? body : "");

async function deliverAnswer(
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
  // A replayed error stays one: asking again is in vain, and the library shall not try.
  if (performed.status >= 500) reply.header("stripe-should-retry", "false");
  return reply.code(performed.status).send(performed.body);
}

/** The caller hears nothing, and after a while finds the connection gone. */
function hangUp(reply: FastifyReply, milliseconds: number): FastifyReply {
  reply.hijack();
  const { socket } = reply.raw;
  if (milliseconds === 0) socket?.resetAndDestroy();
  else setTimeout(() => socket?.destroy(), milliseconds).unref();
  return reply;
}
