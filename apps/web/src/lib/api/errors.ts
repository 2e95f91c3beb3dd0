import type { ErrorBody } from "@nexby/contract/errors";

type FieldErrors = NonNullable<ErrorBody["details"]>;

type Failure = {
  status: number;
  message: string;
  details?: unknown;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Status of a request that nobody answered. */
export const NO_ANSWER = 0;

/** A request that did not succeed, with what was said about it. */
export class ApiError extends Error {
  /** NO_ANSWER when nobody answered. */
  readonly status: number;
  /** The parsed body, whatever it was. */
  readonly details: unknown;
  readonly code: ErrorBody["code"] | null;
  readonly fieldErrors: FieldErrors;
  readonly retryAfterSeconds: number | null;

  constructor({ status, message, details, retryAfterSeconds = null, cause }: Failure) {
    super(message, { cause });
    this.name = "ApiError";
    this.status = status;
    this.details = details;
    const said = saidBy(details);
    this.code = said.code ?? null;
    this.fieldErrors = Array.isArray(said.details) ? said.details : [];
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the server has decided. If not, the request may or may not have had its effect. */
  get isDecided(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** Our own checks refused the request or what came back: another try would end the same way. */
export class ClientRefusalError extends Error {
  override readonly name = "ClientRefusalError";
}

const saidBy = (details: unknown): Partial<ErrorBody> =>
  typeof details === "object" && details !== null ? details : {};

/*
 * Who tries again, so that no two do: a query by shouldRetryRead and a mutation by shouldRetryWrite, both inside the
 * query client. withSession, below them, repeats a call after a 401 only, which neither does. sendRequest tries once.
 */

/** Whether to try again after so many failed retries. */
type RetryRule = (retries: number, error: unknown) => boolean;

const FIVE_MINUTES = 5 * 60_000;
const FIFTEEN_MINUTES = 15 * 60_000;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 10_000;
/** Of a request that nobody answered: people who come back online should not wait for long. */
const MAX_DELAY_UNANSWERED_MS = 5_000;
const MAX_JITTER = 0.1;

const statusOf = (error: unknown): number | null => (error instanceof ApiError ? error.status : null);

const isUnanswered = (error: unknown): boolean => statusOf(error) === NO_ANSWER;

function isRefusal(error: unknown): boolean {
  return error instanceof ClientRefusalError || (error instanceof ApiError && error.isDecided);
}

/** Nobody answered in time or at all, or the answer says that a later try may do better. */
export function isRetryable(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && (status === NO_ANSWER || status === 408 || status === 429 || status >= 500);
}

export const shouldRetryRead: RetryRule = (retries, error) => retries < 3 && (isRetryable(error) || !isRefusal(error));

export const shouldRetryWrite: RetryRule = (retries, error) => retries < 2 && !isRefusal(error);

export const shouldRetryUser: RetryRule = (retries, error) =>
  retries < 2 && statusOf(error) !== 401 && !(error instanceof ClientRefusalError);

/** Twice as long each time, and not the same for everybody; what the server asks for counts within the limit. */
export function retryDelay(retries: number, error: unknown, random: number = Math.random()): number {
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const delay = Math.max(asked, FIRST_DELAY_MS * 2 ** retries * (1 + MAX_JITTER * random));
  return Math.min(isUnanswered(error) ? MAX_DELAY_UNANSWERED_MS : MAX_DELAY_MS, delay);
}

/** What holds for queries that say nothing else. */
export const READ_OPTIONS = {
  staleTime: FIVE_MINUTES,
  gcTime: FIVE_MINUTES,
  refetchOnWindowFocus: false,
  refetchInterval: false,
  retry: shouldRetryRead,
  retryDelay: (retries: number, error: unknown) => retryDelay(retries, error),
} as const;

export const WRITE_OPTIONS = { retry: shouldRetryWrite, retryDelay: READ_OPTIONS.retryDelay } as const;

/** Of the signed-in person. */
export const USER_OPTIONS = { staleTime: FIVE_MINUTES, gcTime: FIFTEEN_MINUTES, retry: shouldRetryUser } as const;

/** The code of a page did not arrive. Browsers remember that, so only loading the page anew can help. */
export class CodeNotLoadedError extends Error {
  constructor(cause: unknown) {
    super("The code of this page could not be loaded", { cause });
    this.name = "CodeNotLoadedError";
  }
}

/** Whether signing in again may help. */
export const isAuthenticationError = (error: unknown): boolean =>
  error instanceof Error && /unauthorized|authentication|401/i.test(error.message);
