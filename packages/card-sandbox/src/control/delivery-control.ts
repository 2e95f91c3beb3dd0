import type { FastifyInstance } from "fastify";
import { settle } from "../events/settle.ts";
import { authenticate } from "../http/keys.ts";
import type { Deps } from "../http/mount-calls.ts";
import { Refusal } from "../http/refusals.ts";

/** Apart from the other calls: deliveries go out while no transaction is open. */
export function mountDeliveryControl(app: FastifyInstance, deps: Deps): void {
  app.post("/sandbox-control/pump", async (request, reply) => {
    try {
      authenticate(request.headers, deps.keys, "secret");
    } catch (error) {
      if (error instanceof Refusal) return reply.code(error.status).send({ error: error.body });
      throw error;
    }
    return { object: "pump", attempted: await settle(deps, { isEarly: true }) };
  });
}
