import * as contract from "@nexby/contract/payments";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ForgedEvent, type PaymentsPort, type ProviderEvent } from "../../adapters/payments/payments.port.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { admit, type HttpDeps } from "../../platform/http/mount.ts";
import type { Subjects } from "./subjects.ts";
import { receiveEvent } from "./use-cases/receive-event.ts";

type Deps = HttpDeps & { payments: PaymentsPort; subjects: Subjects };

/** The provider is told at once that its word has arrived; what follows from it is a job's. */
export function webhooksRoutes(app: FastifyInstance, deps: Deps) {
  const { receiveStripeEvent: endpoint } = contract;
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { endpoint },
      bodyLimit: endpoint.maxBytes,
      handler: async (request, reply) => {
        await admit(deps, endpoint, request);
        const event = readEvent(deps.payments, request);
        await receiveEvent(deps.db, event, { source: "webhook", subjects: deps.subjects });
        return reply.header("cache-control", "no-store").send({});
      },
    });
  });
}

function readEvent(payments: PaymentsPort, { body, headers, log }: FastifyRequest): ProviderEvent {
  const signature = headers["stripe-signature"];
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== "string") throw new ForgedEvent("Not signed");
    return payments.readEvent(body, signature);
  } catch (error) {
    if (!(error instanceof ForgedEvent)) throw error;
    log.warn({ reason: error.message }, "A webhook was refused");
    throw new AppError("malformed_request", "This is not signed as it should be", { cause: error });
  }
}
