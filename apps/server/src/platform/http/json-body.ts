import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors/app-error.ts";

/**
 * JSON in UTF-8 only: wrong bytes are refused, for decoding would silently replace them. A JSON content type without a
 * body is a request without a body: several calls are made that way.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (!isUtf8(body)) done(new AppError("malformed_request"));
    else void parseJson(request, body.toString(), done);
  });
}
