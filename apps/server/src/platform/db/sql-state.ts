import { DrizzleQueryError } from "drizzle-orm";

export const SQL_STATE = {
  foreignKeyViolation: "23503",
  uniqueViolation: "23505",
  exclusionViolation: "23P01",
} as const;

const CONNECTION_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);
const CONNECTION_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/;

const sourceOf = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error);

/** PostgreSQL's five-character code, wherever the query layer has put it. */
export function sqlStateOf(error: unknown): string | undefined {
  const source = sourceOf(error);
  const code = source instanceof Error && "code" in source ? source.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Whether the database could not be reached, as opposed to refusing the query. */
export function isDatabaseUnreachable(error: unknown): boolean {
  const source = sourceOf(error);
  if (!(source instanceof Error)) return false;
  const code = sqlStateOf(source);
  return (
    (code !== undefined && (CONNECTION_CODES.has(code) || code.startsWith("08"))) ||
    CONNECTION_MESSAGES.test(source.message)
  );
}
