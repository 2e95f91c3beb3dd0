import type { ErrorBody } from "@nexby/contract/error-body";
import { ERRORS, type ErrorCode } from "@nexby/contract/errors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnreachable } from "../db/sql-state.ts";
import { AppError } from "../errors/app-error.ts";

const RETRY_AFTER_SECONDS = 2;

/** What the framework refuses before a route is reached, in our own words. */
const FRAMEWORK_CODES: Partial<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
};

/** Addresses that the router could not even read. */
const UNREADABLE_ADDRESS = new Set(["FST_ERR_BAD_URL", "FST_ERR_MAX_PARAM_LENGTH"]);

/** Such a request has met no hook: no headers, no log line. Asked again for an address nobody has, it meets them all. */
function answerAsUnknownAddress(request: FastifyRequest, reply: FastifyReply): void {
  request.raw.url = request.raw.url?.startsWith("/api/") ? "/api/-" : "/-";
  request.server.routing(request.raw, reply.raw);
}

function asAppError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnreachable(error)) return new AppError("service_unavailable", undefined, { cause: error });
  const known = "code" in error ? FRAMEWORK_CODES[error.code] : undefined;
  if (known) return new AppError(known);
  const status = "statusCode" in error ? (error.statusCode ?? 500) : 500;
  if (status >= 400 && status < 500) return new AppError("malformed_request");
  return new AppError("internal_error", undefined, { cause: error });
}

function answerRefusal(refusal: AppError, request: FastifyRequest, reply: FastifyReply): void {
  const { status } = ERRORS[refusal.code];
  if (status >= 500) request.log.error({ err: refusal.cause ?? refusal }, refusal.message);
  if (status === 503) reply.header("retry-after", RETRY_AFTER_SECONDS);
  const body: ErrorBody = {
    message: refusal.message,
    code: refusal.code,
    ...(refusal.details && { details: [...refusal.details] }),
    requestId: request.id,
  };
  reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(JSON.stringify(body));
}

/** The one place where an error becomes an answer. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  if ("code" in error && UNREADABLE_ADDRESS.has(error.code)) answerAsUnknownAddress(request, reply);
  else answerRefusal(asAppError(error), request, reply);
}
