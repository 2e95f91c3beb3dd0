import { DrizzleQueryError } from "drizzle-orm";
import { sqlStateOf } from "../db/sql-state.ts";

const LONGEST_REASON = 1_000;
const UNREADABLE_VALUE = "22";

/** Why a job failed, to be kept with it: without the values of a query, which are people's data. */
export function failureReason(error: unknown): string {
  const source = error instanceof DrizzleQueryError ? (error.cause ?? new Error("a query failed")) : error;
  const words = source instanceof Error ? source.message || codeOf(source) || source.name : String(source);
  const text = sqlStateOf(source)?.startsWith(UNREADABLE_VALUE) ? words.replace(/".*"/s, '"[redacted]"') : words;
  // PostgreSQL's text cannot hold it, and a reason that cannot be stored would leave the job without an end.
  return text.replaceAll("\0", "").slice(0, LONGEST_REASON);
}

/** Some errors of Node's have a code and no words. */
const codeOf = (error: Error) => ("code" in error && typeof error.code === "string" ? error.code : "");
