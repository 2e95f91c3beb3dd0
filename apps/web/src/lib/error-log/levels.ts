import type { ErrorType } from "@nexby/domain/error-logs/error-category";
import type { Severity } from "@nexby/domain/error-logs/severity-score";
import { ApiError } from "../client/errors.ts";

export type Level = { type: ErrorType; severity: Severity };

const bySeverityOf = (error: unknown): Severity =>
  error instanceof ApiError && error.status >= 500 ? "critical" : "error";

/** Where errors come from, and how bad that makes them; null is for the console only. */
const LEVELS = {
  api: (error) => ({ type: "api", severity: bySeverityOf(error) }),
  query: (error) => ({ type: "query", severity: bySeverityOf(error) }),
  mutation: (error) => ({ type: "mutation", severity: bySeverityOf(error) }),
  uncaught: () => ({ type: "frontend", severity: "error" }),
  rejection: () => ({ type: "frontend", severity: "error" }),
  boundary: () => ({ type: "frontend", severity: "critical" }),
  authenticationBoundary: () => ({ type: "authentication", severity: "critical" }),
  /** Something kept in this browser could not be read, and was done without. */
  storage: () => ({ type: "frontend", severity: "warning" }),
  sessionCheck: () => null,
} as const satisfies Record<string, (error: unknown) => Level | null>;

export type ErrorSource = keyof typeof LEVELS;

export const levelOf = (source: ErrorSource, error: unknown): Level | null => LEVELS[source](error);

/** These hear of everything that nobody took care of, also of what was reported on its way. */
export const isLastResort = (source: ErrorSource): boolean => source === "uncaught" || source === "rejection";
