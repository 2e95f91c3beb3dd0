import type { ErrorBody, ErrorCode } from "@nexby/contract/errors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnreachable } from "../db/db.ts";
import { AppError } from "../errors.ts";

const RETRY_AFTER_SECONDS = 2;

/** Maps framework errors raised before a route is reached to our error codes. */
const FRAMEWORK_CODES: Partial<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

/** Errors for URLs that the router cannot parse. */
const UNPARSABLE_URL = new Set(["FST_ERR_BAD_URL", "FST_ERR_MAX_PARAM_LENGTH"]);

/**
 * Such a request has skipped every hook, so it has no headers and no log line. Routing it again to an unknown path runs
 * them all.
 */
function rerouteToUnknownPath(request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = request.raw.url?.startsWith("/api/") ? "/api/-" : "/-";
  request.server.routing(request.raw, reply.raw);
}

/** True if the request failed because its sender closed the connection before the end of the body. */
const isBrokenOff = (error: Error, { raw }: FastifyRequest): boolean => raw.errored === error && !raw.complete;

function asAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (isBrokenOff(error, request)) {
    request.log.debug({ req: request }, "The client closed the connection");
    return new AppError("malformed_request");
  }
  if (isDatabaseUnreachable(error)) return new AppError("service_unavailable", undefined, { cause: error });
  const known = "code" in error ? FRAMEWORK_CODES[error.code] : undefined;
  if (known) return new AppError(known);
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) return new AppError("malformed_request");
  return new AppError("internal_error", undefined, { cause: error });
}

/** The JSON body of every error response. */
export function refusalBody({ message, code, details }: AppError, requestId: string): string {
  const body: ErrorBody = { message, code, ...(details && { details: [...details] }), requestId };
  return JSON.stringify(body);
}

function sendAppError(error: AppError, request: FastifyRequest, reply: FastifyReply): void {
  if (error.status >= 500) request.log.error({ err: error.cause ?? error }, error.message);
  const retryAfter = error.retryAfterSeconds ?? (error.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  // The rest of the request may still arrive and must not be read as another one.
  if (error.code === "request_timeout") reply.header("connection", "close");
  reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(refusalBody(error, request.id));
}

/** The only place that turns an error into a response. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  if ("code" in error && UNPARSABLE_URL.has(error.code)) rerouteToUnknownPath(request, reply);
  else sendAppError(asAppError(error, request), request, reply);
}
