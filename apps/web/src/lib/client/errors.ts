import type { ErrorBody } from "@nexby/contract/error-body";

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
