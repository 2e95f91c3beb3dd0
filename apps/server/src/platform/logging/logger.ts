import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

type RequestLike = { id: string; method: string; routeOptions?: { url?: string | undefined } };

/** What must never be written down, wherever it appears one or two levels deep. */
const SECRETS = ["password", "confirmPassword", "token", "secret", "authorization", "cookie", "email", "phoneNumber"];

/** Logs name the route, never the address asked for: its query and parameters may hold personal data. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    serializers: {
      req: (request: RequestLike) => ({ method: request.method, route: request.routeOptions?.url ?? "unknown" }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: pino.stdSerializers.err,
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
