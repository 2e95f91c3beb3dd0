import type { ErrorBody } from "@nexby/contract/errors";
import { typeset } from "@nexby/domain/kernel/typography";

type FieldErrors = NonNullable<ErrorBody["details"]>;

type Failure = {
  status: number;
  message: string;
  details?: unknown;
  retryAfterSeconds?: number | null;
  cause?: unknown;
};

/** Status of a request that got no response. */
export const NO_RESPONSE = 0;

/** Failed request with the server's explanation. */
export class ApiError extends Error {
  /** NO_RESPONSE if there was none. */
  readonly status: number;
  /** Parsed body of any shape. */
  readonly details: unknown;
  readonly code: ErrorBody["code"] | null;
  readonly fieldErrors: FieldErrors;
  readonly retryAfterSeconds: number | null;

  constructor({ status, message, details, retryAfterSeconds = null, cause }: Failure) {
    super(typeset(message), { cause });
    this.name = "ApiError";
    this.status = status;
    this.details = details;
    const body = errorBodyOf(details);
    this.code = body.code ?? null;
    this.fieldErrors = Array.isArray(body.details) ? body.details : [];
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** True if the server has decided. Otherwise the request may or may not have taken effect. */
  get isDecided(): boolean {
    return this.status >= 400 && this.status < 500;
  }
}

/** Our own checks rejected the request or the response, so a retry would fail the same way. */
export class ClientRefusalError extends Error {
  override readonly name = "ClientRefusalError";
}

const errorBodyOf = (details: unknown): Partial<ErrorBody> =>
  typeof details === "object" && details !== null ? details : {};

/*
 * Each failure is retried in one place only: a query by shouldRetryRead and a mutation by shouldRetryWrite, both
 * inside the query client. withSession, below them, repeats a call only after a 401, which neither of them does.
 * sendRequest makes a single attempt.
 */

/** Decides whether to try again after the given number of retries. */
type RetryRule = (retries: number, error: unknown) => boolean;

const FIVE_MINUTES = 5 * 60_000;
const FIFTEEN_MINUTES = 15 * 60_000;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 10_000;
/** For requests without a response: users who come back online should not wait long. */
const MAX_DELAY_NO_RESPONSE_MS = 5_000;
const MAX_JITTER = 0.1;

const statusOf = (error: unknown): number | null => (error instanceof ApiError ? error.status : null);

const hasNoResponse = (error: unknown): boolean => statusOf(error) === NO_RESPONSE;

function isRejection(error: unknown): boolean {
  return error instanceof ClientRefusalError || (error instanceof ApiError && error.isDecided);
}

/** No response, or a status after which a later attempt may succeed. */
export function isRetryable(error: unknown): boolean {
  const status = statusOf(error);
  return status !== null && (status === NO_RESPONSE || status === 408 || status === 429 || status >= 500);
}

export const shouldRetryRead: RetryRule = (retries, error) =>
  retries < 3 && (isRetryable(error) || !isRejection(error));

export const shouldRetryWrite: RetryRule = (retries, error) => retries < 2 && !isRejection(error);

export const shouldRetryUser: RetryRule = (retries, error) =>
  retries < 2 && statusOf(error) !== 401 && !(error instanceof ClientRefusalError);

/** Exponential backoff with jitter. The server's Retry-After counts up to the limit. */
export function retryDelay(retries: number, error: unknown, random: number = Math.random()): number {
  const requested = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  const delay = Math.max(requested, FIRST_DELAY_MS * 2 ** retries * (1 + MAX_JITTER * random));
  return Math.min(hasNoResponse(error) ? MAX_DELAY_NO_RESPONSE_MS : MAX_DELAY_MS, delay);
}

/** Defaults for queries. */
export const READ_OPTIONS = {
  staleTime: FIVE_MINUTES,
  gcTime: FIVE_MINUTES,
  refetchOnWindowFocus: false,
  refetchInterval: false,
  retry: shouldRetryRead,
  retryDelay: (retries: number, error: unknown) => retryDelay(retries, error),
} as const;

export const WRITE_OPTIONS = { retry: shouldRetryWrite, retryDelay: READ_OPTIONS.retryDelay } as const;

/** For the current user. */
export const USER_OPTIONS = { staleTime: FIVE_MINUTES, gcTime: FIFTEEN_MINUTES, retry: shouldRetryUser } as const;

/** The code of a page failed to load. Browsers remember the failure, so only reloading the page can help. */
export class CodeNotLoadedError extends Error {
  constructor(cause: unknown) {
    super("The code of this page could not be loaded", { cause });
    this.name = "CodeNotLoadedError";
  }
}

/** True if signing in again may help. */
export const isAuthenticationError = (error: unknown): boolean =>
  error instanceof Error && /unauthorized|authentication|401/i.test(error.message);
