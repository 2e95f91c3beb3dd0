import { DrizzleQueryError } from "drizzle-orm";
import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { sqlStateOf } from "./db/db.ts";

type RequestLike = { id: string; method: string; routeOptions?: { url?: string | undefined } };

/** Fields that must never be logged, at the top level or up to two levels deep. */
const SECRETS = ["password", "confirmPassword", "token", "secret", "authorization", "cookie", "email", "phoneNumber"];

const UNREADABLE_VALUE = "22";
const FRAME = /^ +at /;

/** Drizzle lists a query's parameters and PostgreSQL quotes values it cannot parse; both are personal data. */
function messageWithoutValues(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  return redactQuotedValue(error, error.message);
}

export function redactQuotedValue(error: unknown, message: string): string {
  const quotesValue = sqlStateOf(error)?.startsWith(UNREADABLE_VALUE);
  return quotesValue ? message.replace(/".*"/s, '"[redacted]"') : message;
}

/** Picks named fields of an error and its causes, because PostgreSQL's `detail` and `where` repeat whole rows. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table } = error as Error & { code?: string; constraint?: string; table?: string };
  return {
    type: error.constructor.name,
    message: messageWithoutValues(error),
    code,
    constraint,
    table,
    stack: error.stack
      ?.split("\n")
      .filter((line) => FRAME.test(line))
      .join("\n"),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * Lines are written together: a write for each request's line took 8% of the processor time of a search. What waits is
 * written after a moment, with a fatal line, and when the process exits.
 */
const TOGETHER = { minLength: 4096, periodicFlush: 100, sync: false };

/** Logs contain the route but never the URL, whose query and parameters may hold personal data. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[redacted]" },
    serializers: {
      req: (request: RequestLike) => ({ method: request.method, route: request.routeOptions?.url ?? "unknown" }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
      err: describeError,
    },
  };
  return pino(options, destination ?? pino.destination(TOGETHER));
}
