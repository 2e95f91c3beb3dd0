import type { FastifyInstance } from "fastify";

/** JSON only. A JSON content type without a body is a request without a body: several calls are made that way. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, String(body), done);
  });
}
