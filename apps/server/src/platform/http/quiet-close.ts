import type { FastifyInstance } from "fastify";

const LOOK_EVERY_MS = 50;

/**
 * Lets requests in progress end, then cuts the connections that are left. Waiting for those to end by themselves would
 * take as long as the browsers like: they keep some open for later, and open some without asking anything.
 */
export function closeWhenQuiet(app: FastifyInstance): void {
  let active = 0;
  app.addHook("onRequest", async (_request, reply) => {
    active += 1;
    // Not the onResponse hook: it is silent about answers that the client did not wait for.
    reply.raw.once("close", () => {
      active -= 1;
    });
  });
  app.addHook("preClose", async () => {
    const timer = setInterval(() => {
      if (active === 0) app.server.closeAllConnections();
    }, LOOK_EVERY_MS);
    app.server.once("close", () => clearInterval(timer));
  });
}
