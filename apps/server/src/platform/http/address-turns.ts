import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { createQueue } from "../process.ts";
import { networkOf } from "./network-of.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** For routes that our own server calls while it answers another request: they would wait for each other. */
    takesNoTurn?: true;
  }
}

export type AddressLimits = {
  /** Responses being made at once for one network address while others send requests, too. More requests wait. */
  shared: number;
  /** The same while nobody else sends any: then it can't keep anyone waiting. */
  alone: number;
  /** Requests waiting, being answered and not read yet. More are rejected. */
  open: number;
};

/** Many visitors may share one address: a home, an office, a mobile network. */
export const ADDRESS_LIMITS: AddressLimits = { shared: 3, alone: 20, open: 256 };
const RETRY_AFTER_SECONDS = 2;
/** Receiving a request and sending its response also take time, even if the response is made at once. */
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 1_000;

/** Costs nothing, and monitoring must not wait. */
const HEALTH = "/api/health";

/** Uploads have limits of their own, and an event stream never ends. */
function takesTurn({ raw, routeOptions }: FastifyRequest): boolean {
  const { endpoint, takesNoTurn } = routeOptions.config;
  if (takesNoTurn || endpoint?.isStream || endpoint?.upload || endpoint?.path === HEALTH) return false;
  // Pages request their data from our own API without a connection, as part of their own turn.
  return raw.socket instanceof Socket;
}

type Address = { open: number; making: number; inTurn: ReturnType<typeof createQueue> };
type Turn = { address: Address; end(): void };

/**
 * Makes only a few responses at once for each network address. The others wait, so that nobody can keep the server or the
 * database busy alone. An address's requests to different routes take turns.
 */
export function takeTurnsByAddress(app: FastifyInstance, { shared, alone, open }: AddressLimits): void {
  const addresses = new Map<string, Address>();
  const turns = new WeakMap<FastifyRequest, Turn>();
  const crowd = createCrowd();

  const forget = (network: string, address: Address) => {
    if (address.open === 0 && address.making === 0) addresses.delete(network);
  };

  app.addHook("onRequest", async (request, reply) => {
    if (!takesTurn(request)) return;
    const network = networkOf(request);
    crowd.note(network);
    const inTurn = () =>
      createQueue({ atOnce: () => (crowd.isAlone(network) ? alone : shared), mostWaiting: Number.POSITIVE_INFINITY });
    const address = addresses.get(network) ?? { open: 0, making: 0, inTurn: inTurn() };
    if (address.open >= open) {
      throw new AppError("too_many_requests", undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    addresses.set(network, address);
    address.open += 1;
    turns.set(request, { address, end: () => undefined });
    reply.raw.once("close", () => {
      address.open -= 1;
      forget(network, address);
    });
  });

  // After the body, so that a client that sends it slowly takes nobody's turn.
  app.addHook("preValidation", async (request, reply) => {
    const turn = turns.get(request);
    if (!turn) return;
    const network = networkOf(request);
    const { address } = turn;
    const { promise: response, resolve: end } = withResolvers();
    await new Promise<void>((begin) => {
      const make = async () => {
        begin();
        if (hasLeft(reply)) return;
        address.making += 1;
        const startedAt = performance.now();
        await response;
        await (crowd.isAlone(network) ? new Promise(setImmediate) : sleep(pauseAfter(performance.now() - startedAt)));
        address.making -= 1;
        forget(network, address);
      };
      void address.inTurn(make, { person: request.routeOptions.url ?? "" });
    });
    if (hasLeft(reply)) reply.hijack();
    turn.end = end;
    // A response that is made for a client that has left keeps its turn: its work goes on.
    reply.raw.once("close", () => reply.sent && end());
  });
  // The response is made; how long its client takes to read it is not our work.
  app.addHook("onSend", async (request) => turns.get(request)?.end());
}

/**
 * A turn goes on for as long again as the response took. Without pauses, an address with many connections would keep the
 * event loop busy, and Node accepts only one connection of anyone in each of its turns.
 */
const pauseAfter = (milliseconds: number): number =>
  Math.min(Math.max(milliseconds, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);

const hasLeft = ({ raw }: FastifyReply) => raw.destroyed || raw.closed;

function withResolvers() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const ALONE_AFTER_MS = 2_000;

/** Knows whether several addresses have sent requests lately. */
function createCrowd() {
  type Seen = { network: string; at: number };
  let latest: Seen | undefined;
  let other: Seen | undefined;
  return {
    note(network: string): void {
      if (latest && latest.network !== network) other = latest;
      latest = { network, at: performance.now() };
    },
    isAlone(network: string): boolean {
      const since = performance.now() - ALONE_AFTER_MS;
      return ![latest, other].some((seen) => seen && seen.network !== network && seen.at > since);
    },
  };
}
