import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ErrorCode } from "@nexby/contract/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";

declare module "fastify" {
  interface FastifyInstance {
    timeLimits: TimeLimits;
  }
}

/** How long a client may take to send a request and to read the response. */
export type TimeLimits = {
  headersMs: number;
  jsonBodyMs: number;
  uploadMs: number;
  /** In each of these, this much of an upload must arrive, or its end. */
  uploadWindowMs: number;
  uploadWindowBytes: number;
  /** Without taking a single byte of a response that is waiting to be sent. */
  unreadMs: number;
};

export const TIME_LIMITS: TimeLimits = {
  headersMs: 15_000,
  jsonBodyMs: 20_000,
  uploadMs: 120_000,
  uploadWindowMs: 20_000,
  uploadWindowBytes: 64 * 1024,
  unreadMs: 30_000,
};

const CHECK_INTERVAL_MS = 1_000;

/** Options for Node's own server. */
export const connectionOptions = ({ headersMs, uploadMs }: TimeLimits) => ({
  // Ends connections whose body no route reads, such as that of a rejected request.
  requestTimeout: headersMs + uploadMs,
  http: {
    headersTimeout: headersMs,
    connectionsCheckingInterval: Math.min(CHECK_INTERVAL_MS, headersMs),
    // Node's own response would lack our format and headers.
    requireHostHeader: false,
  },
});

/**
 * Fails the reading of a body, which makes the route respond with the error. Destroying the request would close the
 * connection before the response.
 */
function failReading(request: IncomingMessage, error: AppError): void {
  if (request.listenerCount("error") > 0) request.emit("error", error);
  else request.destroy();
}

const isMissingHost = ({ raw }: FastifyRequest) => raw.httpVersion === "1.1" && raw.headers.host === undefined;

const hasBody = ({ headers }: FastifyRequest) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Limits the time for bodies other than uploads, and lets `answerClientError` use the routes' hooks. */
export function limitRequestTime(app: FastifyInstance, limits: TimeLimits): void {
  app.decorate("timeLimits", limits);
  // A hook would come too late for a request that is followed by something unreadable in the same packet.
  app.server.prependListener("request", (request, response) => {
    latestExchanges.set(request.socket, { request, response });
  });
  app.addHook("preParsing", async (request) => {
    const { raw } = request;
    // The body of a request that has already failed would never end.
    const error = raw.errored ?? parserErrors.get(raw);
    if (error) throw error;
    if (isMissingHost(request)) throw new AppError("malformed_request");
    if (!hasBody(request) || request.routeOptions.config.endpoint?.upload) return;
    const timer = setTimeout(() => failReading(raw, new AppError("request_timeout")), limits.jsonBodyMs);
    for (const event of ["end", "close"]) raw.once(event, () => clearTimeout(timer));
  });
}

/**
 * Limits the time for an upload while `read` reads it, and drops one that trickles. Time that the server itself needs
 * before does not count.
 */
export async function limitUploadTime<T>({ raw, server }: FastifyRequest, read: () => Promise<T>): Promise<T> {
  const { uploadMs, uploadWindowMs, uploadWindowBytes } = server.timeLimits;
  const parserError = parserErrors.get(raw);
  if (parserError) throw parserError;
  const fail = () => failReading(raw, new AppError("request_timeout"));
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
  };
  const deadline = setTimeout(fail, uploadMs);
  const windows = setInterval(() => {
    if (received < uploadWindowBytes) fail();
    received = 0;
  }, uploadWindowMs);
  const reading = read();
  // Added after the reader, because it makes the data flow.
  raw.on("data", count);
  try {
    return await reading;
  } finally {
    raw.off("data", count);
    clearTimeout(deadline);
    clearInterval(windows);
  }
}

type Exchange = { request: IncomingMessage; response: ServerResponse };

/** Per connection, the latest request whose headers could be read. */
const latestExchanges = new WeakMap<Socket, Exchange>();
/** For requests whose body turned out unreadable before anything read it, and for stand-ins. */
const parserErrors = new WeakMap<IncomingMessage, AppError>();
/** Node reports an unreadable connection again with every piece of data. */
const rejected = new WeakSet<Socket>();

/** The client closed the connection, the last one in the middle of a request. */
const BROKEN_OFF = new Set(["ECONNRESET", "EPIPE", "HPE_INVALID_EOF_STATE"]);

const CODES: Partial<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Responds to what Node's HTTP parser rejects, and to headers that arrive too slowly, like to any other bad request. */
export function answerClientError(app: FastifyInstance, error: Error & { code: string }, socket: Socket): void {
  if (rejected.has(socket)) return;
  rejected.add(socket);
  const isSilent = socket.bytesRead === 0;
  if (BROKEN_OFF.has(error.code) || !socket.writable || isSilent) {
    app.log.debug({ code: error.code }, isSilent ? "A client sent nothing" : "A client closed the connection");
    socket.destroy();
    return;
  }
  const rejection = new AppError(CODES[error.code] ?? "malformed_request");
  const { request, response } = latestExchanges.get(socket) ?? {};
  if (!request || !response || (request.complete && response.writableFinished)) respond(app, socket, rejection);
  else if (request.complete || response.headersSent) socket.destroy();
  else {
    response.shouldKeepAlive = false;
    if (request.listenerCount("error") > 0) request.emit("error", rejection);
    else parserErrors.set(request, rejection);
  }
}

/** Routes a stand-in to an unknown path, so that the response gets its headers and its log line from the hooks. */
function respond(app: FastifyInstance, socket: Socket, error: AppError): void {
  const request = Object.assign(new IncomingMessage(socket), {
    method: "GET",
    url: "/api/-",
    httpVersion: "1.1",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    complete: true,
  });
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => socket.destroySoon());
  parserErrors.set(request, error);
  app.routing(request, response);
}
