import { Socket } from "node:net";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { createQueue } from "../process.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** For routes that our own server calls while it answers another request: they would wait for each other. */
    takesNoTurn?: true;
  }
}

export type AddressLimits = {
  /** Responses being made at once for one network address. More requests wait. */
  making: number;
  /** Requests waiting, being answered and not read yet. More are rejected. */
  open: number;
};

/** A browser opens six connections to a host. Many visitors may share one address: a home, an office, a mobile network. */
export const ADDRESS_LIMITS: AddressLimits = { making: 6, open: 256 };
const RETRY_AFTER_SECONDS = 2;

/** Costs nothing, and monitoring must not wait. */
const HEALTH = "/api/health";

/** Reads, and whatever else a visitor can do. Uploads and writes of accounts have limits of their own. */
function takesTurn({ method, raw, routeOptions }: FastifyRequest): boolean {
  const { endpoint, takesNoTurn } = routeOptions.config;
  if (takesNoTurn || endpoint?.isStream || endpoint?.upload || endpoint?.path === HEALTH) return false;
  // Pages request their data from our own API without a connection, as part of their own turn.
  if (!(raw.socket instanceof Socket)) return false;
  return method === "GET" || method === "HEAD" || endpoint?.access === "public";
}

/**
 * Makes only a few responses at once for each network address. The others wait, so that nobody can keep the server or the
 * database busy alone. An address's requests to different routes take turns.
 */
export function takeTurnsByAddress(app: FastifyInstance, { making, open }: AddressLimits): void {
  const addresses = new Map<string, { open: number; inTurn: ReturnType<typeof createQueue> }>();
  const endsOfTurns = new WeakMap<FastifyRequest, () => void>();

  app.addHook("onRequest", async (request, reply) => {
    if (!takesTurn(request)) return;
    const { ip } = request;
    const address = addresses.get(ip) ?? {
      open: 0,
      inTurn: createQueue({ atOnce: making, mostWaiting: Number.POSITIVE_INFINITY }),
    };
    if (address.open >= open) {
      throw new AppError("too_many_requests", undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    addresses.set(ip, address);
    address.open += 1;
    const turn = new Promise<void>((end) => {
      endsOfTurns.set(request, end);
      reply.raw.once("close", () => {
        end();
        address.open -= 1;
        if (address.open === 0) addresses.delete(ip);
      });
    });
    await new Promise<void>((begin) => {
      const hold = () => {
        begin();
        return turn;
      };
      void address.inTurn(hold, { person: request.routeOptions.url ?? "" });
    });
  });
  // The response is made; how long its client takes to read it is not our work.
  app.addHook("onSend", async (request) => endsOfTurns.get(request)?.());
}
