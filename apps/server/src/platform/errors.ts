import { ERRORS, type ErrorCode } from "@nexby/contract/errors";

export type FieldError = { field: string; message: string };
type Options = ErrorOptions & { details?: FieldError[]; retryAfterSeconds?: number };

/** An error the client may see. Anything else that is thrown becomes a 500. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: readonly FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string = ERRORS[code].message, options: Options = {}) {
    super(message, options);
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** A validation error that only the server can detect, in the same format as schema validation errors. */
export const fieldError = (field: string, message: string): AppError =>
  new AppError("validation_failed", message, { details: [{ field, message }] });
