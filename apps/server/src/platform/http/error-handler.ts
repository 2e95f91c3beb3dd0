import type { ErrorBody, ErrorCode } from "@nexby/contract/errors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnreachable } from "../db/db.ts";
import { AppError } from "../errors.ts";

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

/** The words of a refusal, as every one of them is sent. */
export function refusalBody({ message, code, details }: AppError, requestId: string): string {
  const body: ErrorBody = { message, code, ...(details && { details: [...details] }), requestId };
  return JSON.stringify(body);
}

function answerRefusal(refusal: AppError, request: FastifyRequest, reply: FastifyReply): void {
  if (refusal.status >= 500) request.log.error({ err: refusal.cause ?? refusal }, refusal.message);
  const wait = refusal.retryAfterSeconds ?? (refusal.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (wait !== undefined) reply.header("retry-after", wait);
  reply
    .code(refusal.status)
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .send(refusalBody(refusal, request.id));
}

/** The one place where an error becomes an answer. */
export function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  if ("code" in error && UNREADABLE_ADDRESS.has(error.code)) answerAsUnknownAddress(request, reply);
  else answerRefusal(asAppError(error), request, reply);
}
